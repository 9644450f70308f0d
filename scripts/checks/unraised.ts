import type { Source } from './sources.ts'

/** What a call may answer is declared there: no place that raises it. */
const DECLARES = /^packages\/api\/src\/(calls|v1)\/|\.test\.tsx?$|\/test\//

/** Rows of the registry of errors whose code no program names. */
export function listUnraised(codes: readonly string[], sources: readonly Source[]): string[] {
  const raised = new Set(
    sources
      .filter(({ path }) => !DECLARES.test(path))
      .flatMap(({ text }) => [...text.matchAll(/'([A-Z][A-Z0-9_]+)'/g)].map(([, code]) => code)),
  )
  return codes.filter((code) => !raised.has(code)).map((code) => `error ${code} is raised nowhere`)
}
