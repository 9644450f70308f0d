/** An ordinary picture takes some 100 MB, Node included. */
const MOST_RSS = 500_000_000

/** Exits this process when it takes too much memory. Decoding has threads of its own, so this one sees it grow. */
export function guardMemory(): void {
  setInterval(() => {
    if (process.memoryUsage.rss() > MOST_RSS) process.kill(process.pid, 'SIGKILL')
  }, 5)
}
