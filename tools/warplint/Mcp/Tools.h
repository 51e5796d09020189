//===- Tools.h - What a client may call -------------------------*- C++ -*-===//

#ifndef WARPLINT_TOOLS_MCP_TOOLS_H
#define WARPLINT_TOOLS_MCP_TOOLS_H

#include "Answer.h"
#include "Arguments.h"
#include "warplint/Server/Server.h"

namespace warplint {

using ToolCall = llvm::Error(const ServerOptions &Options,
                             const Arguments &Given, Answer &Into);

ToolCall lintTool, explainTool, costTool, solveTool, fixTool;

struct Tool {
  llvm::StringLiteral Name, Title, Sentence;
  llvm::ArrayRef<ArgumentSpec> Known;
  ToolCall *Call;
  bool Writes = false;
};

llvm::ArrayRef<Tool> allTools();

} // namespace warplint

#endif // WARPLINT_TOOLS_MCP_TOOLS_H
