/** PostgreSQL's text can't hold NUL; names from the chain may carry one. */
export function withoutNul(text: string): string {
  return text.replaceAll('\u0000', '')
}
