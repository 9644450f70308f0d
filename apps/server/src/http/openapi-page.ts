import type { OpenApiDocument } from '@plinth/api/openapi'
import { htmlPage, introduction, RECORDS, type ReferenceLinks, recordId, recordsSection, segmentSection } from './openapi-parts.ts'

const LINKS: ReferenceLinks = { files: '/', toRecord: (name) => `#${recordId(name)}` }

/** The API reference as one page, which the market serves; `scripts/docs/api-reference.ts` writes the same parts as many pages. */
export function openApiPage(document: OpenApiDocument): string {
  const segments = document.tags.map(({ name }) => name)
  return htmlPage({
    title: document.info.title,
    files: LINKS.files,
    header: introduction(document, LINKS.files),
    contents: [...segments, RECORDS].map((name) => ({ name, href: `#${name}` })),
    main: [...segments.map((segment) => segmentSection(document, segment, LINKS)), recordsSection(document, LINKS)].join(''),
  })
}
