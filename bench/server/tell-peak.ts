// Preloaded into a command: says on its error output, at its end, how much memory it took at most, in bytes.
process.once('exit', () => {
  process.stderr.write(`\npeak ${process.resourceUsage().maxRSS * 1024}\n`);
});
