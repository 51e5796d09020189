// As much of VS Code as the extension and its language client use, without a
// window: what is registered, set and said is there to be looked at. Classes that
// are only passed on keep what they were made with.
import Module from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

type Any = any;

export class EventEmitter<T> {
  private readonly listeners = new Set<(event: T) => unknown>();
  readonly event = (listener: (event: T) => unknown, self?: unknown) => {
    const bound = self ? listener.bind(self) : listener;
    this.listeners.add(bound);
    return new Disposable(() => this.listeners.delete(bound));
  };
  fire(event: T): void {
    [...this.listeners].forEach((listener) => listener(event));
  }
  dispose(): void {
    this.listeners.clear();
  }
}

class Disposable {
  constructor(readonly dispose: () => unknown) {}
  static from(...all: Disposable[]): Disposable {
    return new Disposable(() => all.forEach((one) => one.dispose()));
  }
}

export class Uri {
  private constructor(
    readonly scheme: string,
    readonly path: string,
  ) {}
  static file(path: string): Uri {
    return new Uri('file', path);
  }
  static parse(text: string): Uri {
    const url = new URL(text);
    return new Uri(
      url.protocol.slice(0, -1),
      url.protocol === 'file:' ? fileURLToPath(url) : url.pathname,
    );
  }
  get fsPath(): string {
    return this.path;
  }
  toString(): string {
    return this.scheme === 'file' ? pathToFileURL(this.path).href : `${this.scheme}:${this.path}`;
  }
}

class Position {
  constructor(
    readonly line: number,
    readonly character: number,
  ) {}
}

class Range {
  readonly start: Position;
  readonly end: Position;
  constructor(line: number, character: number, endLine: number, endCharacter: number) {
    this.start = new Position(line, character);
    this.end = new Position(endLine, endCharacter);
  }
}

class Diagnostic {
  source: string | undefined;
  constructor(
    readonly range: Range,
    readonly message: string,
    readonly severity: number,
  ) {}
}

class MarkdownString {
  constructor(public value = '') {}
}

class CodeActionKind {
  static readonly Empty = new CodeActionKind('');
  constructor(readonly value: string) {}
  append(part: string): CodeActionKind {
    return new CodeActionKind(this.value ? `${this.value}.${part}` : part);
  }
}

class TabInputText {
  constructor(readonly uri: Uri) {}
}

class CancellationTokenSource {
  private readonly emitter = new EventEmitter<void>();
  readonly token = {
    isCancellationRequested: false,
    onCancellationRequested: this.emitter.event,
  };
  cancel(): void {
    this.token.isCancellationRequested = true;
    this.emitter.fire();
  }
  dispose(): void {}
}

/** A document that the editor shows. */
export class FakeDocument {
  version = 1;
  readonly isClosed = false;
  readonly isUntitled = false;
  constructor(
    readonly uri: Uri,
    private readonly text: string,
    readonly languageId = 'cuda-cpp',
  ) {}
  getText(): string {
    return this.text;
  }
  lineAt(line: number): { text: string } {
    return { text: this.text.split('\n')[line] };
  }
}

function matches(selector: Any, document: FakeDocument): number {
  const filters: Any[] = Array.isArray(selector) ? selector : [selector];
  return filters.some(
    ({ scheme, language, pattern }) =>
      (!scheme || scheme === document.uri.scheme) &&
      (!language || language === document.languageId) &&
      (!pattern ||
        (/\{(.*)\}|\*\.(\w+)$/.exec(pattern) ?? [])
          .slice(1)
          .flatMap((endings) => endings?.split(',') ?? [])
          .some((ending) => document.uri.path.endsWith(`.${ending}`))),
  )
    ? 10
    : 0;
}

/** What there is beside the names below: events that never come, and classes. */
function withDefaults<T extends object>(space: T): T & Any {
  return new Proxy(space as Any, {
    get(target, name) {
      if (name in target || typeof name !== 'string' || name === 'then') {
        return target[name];
      }
      if (/^on[A-Z]/.test(name)) {
        return new EventEmitter().event;
      }
      if (/^[A-Z]/.test(name)) {
        target[name] = withDefaults(
          class {
            readonly made: unknown[];
            constructor(...made: unknown[]) {
              this.made = made;
            }
          },
        );
        return target[name];
      }
      return undefined;
    },
  });
}

export class FakeVscode {
  readonly settings: Any = {};
  readonly commands = new Map<string, (...args: unknown[]) => unknown>();
  readonly messages: string[] = [];
  readonly output: string[] = [];
  readonly progress: Any[] = [];
  readonly statusItem: Any = { show() {}, hide() {}, dispose() {} };
  readonly panels: Any[] = [];
  /** By the kind: "Hover". */
  readonly providers = new Map<string, Any>();
  clipboard = '';
  private readonly collections: Array<Map<string, Diagnostic[]>> = [];
  private readonly diagnosticsChanged = new EventEmitter<Any>();
  private readonly opened = new EventEmitter<FakeDocument>();
  private readonly tabs: Any[] = [];
  private readonly tabsChanged = new EventEmitter<Any>();
  private readonly selectionChanged = new EventEmitter<Any>();
  private readonly themeChanged = new EventEmitter<Any>();
  private readonly theme = { kind: 2 };
  private readonly editorChanged = new EventEmitter<Any>();
  private readonly documents: FakeDocument[] = [];
  private editor: Any;

  constructor(private readonly folder: string) {}

  /** Opens it, with the cursor at a place. */
  show(document: FakeDocument, line: number, character: number): void {
    const active = new Position(line, character);
    this.editor = { document, selection: { active, start: active, end: active } };
    if (!this.documents.includes(document)) {
      this.documents.push(document);
      const tab = { input: new TabInputText(document.uri) };
      this.tabs.push(tab);
      this.tabsChanged.fire({ opened: [tab], closed: [], changed: [] });
      this.opened.fire(document);
    }
    this.editorChanged.fire(this.editor);
    this.selectionChanged.fire({ textEditor: this.editor });
  }

  diagnosticsOf(uri: Uri): Diagnostic[] {
    return this.collections.flatMap((one) => one.get(uri.toString()) ?? []);
  }

  /** Once `holds`; the test fails where it never does. */
  async until(what: string, holds: () => unknown): Promise<void> {
    for (const end = Date.now() + 60_000; !holds(); ) {
      if (Date.now() > end) {
        throw new Error(`not in time: ${what}\n${this.output.join('\n')}`);
      }
      await new Promise((wake) => setTimeout(wake, 10));
    }
  }

  /** What require('vscode') gives from now on. */
  install(): void {
    const api = this.api();
    const original = (Module as Any)._load;
    (Module as Any)._load = (name: string, ...rest: unknown[]) =>
      name === 'vscode' ? api : original(name, ...rest);
  }

  setTheme(kind: number): void {
    this.theme.kind = kind;
    this.themeChanged.fire(this.theme);
  }

  private collection(name: string): Any {
    const found = new Map<string, Diagnostic[]>();
    this.collections.push(found);
    const changed = () => this.diagnosticsChanged.fire({ uris: [] });
    return {
      name,
      set: (uri: Uri, diagnostics: Diagnostic[]) => {
        found.set(uri.toString(), diagnostics ?? []);
        changed();
      },
      delete: (uri: Uri) => void (found.delete(uri.toString()), changed()),
      has: (uri: Uri) => found.has(uri.toString()),
      clear: () => void (found.clear(), changed()),
      dispose: () => void (found.clear(), changed()),
    };
  }

  private configuration(section?: string): Any {
    const at = (path: string) =>
      path.split('.').reduce((value: Any, name) => value?.[name], this.settings);
    return {
      get: (name: string, fallback?: unknown) =>
        at(section ? `${section}.${name}` : name) ?? fallback,
      inspect: () => undefined,
    };
  }

  private say = async (message: string): Promise<undefined> => void this.messages.push(message);

  private api(): Any {
    const fake = this;
    const register = (kind: string) => (_selector: Any, provider: Any) => {
      this.providers.set(kind, provider);
      return new Disposable(() => this.providers.delete(kind));
    };
    const channel = {
      append: (text: string) => this.output.push(text),
      appendLine: (text: string) => this.output.push(text),
      show() {},
      dispose() {},
    };
    const names = withDefaults({
      version: '1.82.0',
      EventEmitter,
      Disposable,
      Uri,
      Position,
      Range,
      Diagnostic,
      MarkdownString,
      CodeActionKind,
      TabInputText,
      CancellationTokenSource,
      CancellationError: class extends Error {},
      DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
      ColorThemeKind: { Light: 1, Dark: 2, HighContrast: 3, HighContrastLight: 4 },
      commands: {
        registerCommand: (name: string, run: (...args: unknown[]) => unknown) => {
          if (this.commands.has(name)) {
            throw new Error(`command '${name}' already exists`);
          }
          this.commands.set(name, run);
          return new Disposable(() => this.commands.delete(name));
        },
        executeCommand: async (name: string) => this.commands.get(name)?.(),
      },
      env: {
        appName: 'test',
        language: 'en',
        clipboard: { writeText: async (text: string) => void (this.clipboard = text) },
      },
      languages: withDefaults({
        match: matches,
        createDiagnosticCollection: (name: string) => this.collection(name),
        getDiagnostics: (uri: Uri) => this.diagnosticsOf(uri),
        onDidChangeDiagnostics: this.diagnosticsChanged.event,
        registerCompletionItemProvider: register('CompletionItem'),
        registerHoverProvider: register('Hover'),
        registerCodeActionsProvider: register('CodeActions'),
        registerCodeLensProvider: register('CodeLens'),
        registerInlayHintsProvider: register('InlayHints'),
      }),
      window: withDefaults({
        get activeTextEditor() {
          return fake.editor;
        },
        get visibleTextEditors() {
          return [fake.editor];
        },
        activeColorTheme: this.theme,
        tabGroups: { all: [{ tabs: this.tabs }], onDidChangeTabs: this.tabsChanged.event },
        onDidChangeActiveTextEditor: this.editorChanged.event,
        onDidChangeTextEditorSelection: this.selectionChanged.event,
        onDidChangeActiveColorTheme: this.themeChanged.event,
        createOutputChannel: () => channel,
        createStatusBarItem: () => this.statusItem,
        createWebviewPanel: (_type: string, title: string, _column: Any, options: Any) => {
          const panel = withDefaults({ title, options, visible: true, webview: { html: '' }, reveal() {} });
          panel.dispose = () => {};
          this.panels.push(panel);
          return panel;
        },
        showInformationMessage: this.say,
        showWarningMessage: this.say,
        showErrorMessage: this.say,
        withProgress: (_options: Any, task: Any) =>
          task(
            { report: (step: Any) => this.progress.push(step) },
            new CancellationTokenSource().token,
          ),
      }),
      workspace: withDefaults({
        textDocuments: this.documents,
        workspaceFolders: [{ uri: Uri.file(this.folder), name: 'workspace', index: 0 }],
        getConfiguration: (section?: string) => this.configuration(section),
        onDidOpenTextDocument: this.opened.event,
        openTextDocument: async (uri: Uri) =>
          this.documents.find((one) => one.uri.toString() === uri.toString()),
        createFileSystemWatcher: () => withDefaults({ dispose() {} }),
      }),
    });
    // A bundle copies what an object has, and keeps what it inherits.
    return Object.create(names);
  }
}
