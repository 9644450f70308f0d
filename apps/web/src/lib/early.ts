/** What `theme.js` has asked for, by path and parameters. */
const early = (globalThis as { __early?: Record<string, Promise<Response>> }).__early ?? {}

/** The answer to what was asked for before the code was there; taken once. */
export function takeEarly(asked: string): Promise<Response> | undefined {
  const answer = early[asked]
  delete early[asked]
  return answer
}
