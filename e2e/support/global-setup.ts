import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { makeDemo } from './make-demo.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A folder with the demo's market, ended: each story gets a copy. */
    demo: string
  }
}

/** Prepares the demo's items once: scripts/testing/test-parts.ts does so for several runs in parallel, else this file. */
export default async function setup(project: TestProject): Promise<(() => void) | undefined> {
  const there = process.env.PLINTH_DEMO
  const demo = there ?? mkdtempSync(join(tmpdir(), 'plinth-demo-'))
  if (!there) await makeDemo(demo)
  project.provide('demo', demo)
  return there ? undefined : () => rmSync(demo, { recursive: true, force: true })
}
