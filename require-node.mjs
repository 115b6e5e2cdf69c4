// Loaded before everything else by every npm script and by the server. Plain JavaScript, because an older Node
// cannot read TypeScript and would only print a syntax error.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 24 || (major === 24 && minor < 12)) {
  console.error(
    `Dashfit needs Node 24.12 or newer and was started with Node ${process.versions.node}. ` +
      'Run it through npm, which brings Node 24 on Linux, Windows and Intel macOS, or install Node 24 from https://nodejs.org.',
  )
  process.exit(1)
}
