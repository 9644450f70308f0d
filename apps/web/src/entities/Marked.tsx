import { marked } from '../lib/marked.ts'

/** A name in which one sees why it was found. */
export function Marked({ name, keyword }: { name: string; keyword: string }) {
  return marked(name, keyword).map(({ text, isHit }) => (isHit ? <mark key="hit">{text}</mark> : text))
}
