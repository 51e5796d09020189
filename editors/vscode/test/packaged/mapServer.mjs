#!/usr/bin/env node
// A server that does nothing but draw bank maps: of each access in line 5, from 0.
let received = Buffer.alloc(0);

function send(message) {
  const body = JSON.stringify({ jsonrpc: '2.0', ...message });
  process.stdout.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

function mapAt({ line, character }) {
  const at = `${line}:${character}`;
  return {
    title: `Banks at ${at}`,
    text: `<map of ${at}>`,
    svg: `<svg id="map-${at}"><style>@media (prefers-color-scheme: dark) {}</style></svg>`,
    range: { start: { line, character }, end: { line, character: character + 1 } },
  };
}

function answer({ method, params }) {
  switch (method) {
    case 'initialize':
      return { capabilities: { textDocumentSync: 1 }, serverInfo: { name: 'maps' } };
    case 'warplint/bankMap':
      return params.position.line === 5 ? mapAt(params.position) : null;
    case 'exit':
      return process.exit(0);
    default:
      return null;
  }
}

process.stdin.on('data', (piece) => {
  received = Buffer.concat([received, piece]);
  for (;;) {
    const end = received.indexOf('\r\n\r\n');
    const length = Number(/Content-Length: (\d+)/.exec(received.subarray(0, end))?.[1]);
    if (end < 0 || received.length < end + 4 + length) {
      return;
    }
    const message = JSON.parse(received.subarray(end + 4, end + 4 + length));
    received = received.subarray(end + 4 + length);
    const result = message.method ? answer(message) : null;
    if (message.method && message.id !== undefined) {
      send({ id: message.id, result });
    }
  }
});
