import { useConfig } from '../lib/site.ts'

/** A page the documents name with its Chinese heading and nothing else (document A §2). */
export function Placeholder({ heading }: { heading: string }) {
  const { site } = useConfig()
  return (
    <main className="wrap page" lang="zh">
      <title>{`${heading} · ${site.name}`}</title>
      <h1 className="d d56">{heading}</h1>
    </main>
  )
}
