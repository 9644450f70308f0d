/** The sentence of a failure. The texts of all errors come with the first one. */
export const failureText = async (error: unknown): Promise<string> => (await import('./errors.ts')).failureOf(error).text
