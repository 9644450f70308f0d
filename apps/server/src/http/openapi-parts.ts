import type { OpenApiCall, OpenApiDocument, Schema } from '@plinth/api/openapi'

/** How a page of the API reference links to its neighbours. */
export interface ReferenceLinks {
  /** Prefix of the links to the document, its stylesheet and the icon. */
  readonly files: string
  readonly toRecord: (name: string) => string
}

export interface ContentsEntry {
  readonly name: string
  readonly href: string
  readonly isCurrent?: boolean
}

/** Heading of the section with the fields of each record; no segment of the catalogue has this name. */
export const RECORDS = 'records'

interface Page {
  readonly title: string
  readonly files: string
  readonly header: string
  readonly contents: readonly ContentsEntry[]
  readonly main: string
}

/** A whole page, without a script. */
export function htmlPage({ title, files, header, contents, main }: Page): string {
  const links = contents.map(({ name, href, isCurrent }) => `<a href="${href}"${isCurrent ? ' aria-current="page"' : ''}>${name}</a>`)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><link rel="icon" href="${files}favicon.svg" type="image/svg+xml"><link rel="stylesheet" href="${files}openapi.css"></head>
<body><header>${header}</header>
<nav aria-label="Contents">${links.join(' ')}</nav>
<main>${main}</main></body></html>
`
}

/** Title, conventions, and where the calls and the document are. */
export function introduction({ info, servers }: OpenApiDocument, files: string): string {
  return `<h1>${escapeHtml(info.title)}</h1><p>${escapeHtml(info.description)}</p>
<p>Calls are under <code>${escapeHtml(servers[0]?.url ?? '')}</code>. For programs: <a href="${files}openapi.json">openapi.json</a> (OpenAPI 3.1).</p>`
}

type ListedCall = OpenApiCall & { readonly path: string }

export function callsOf({ paths }: OpenApiDocument, segment: string): readonly ListedCall[] {
  return Object.entries(paths)
    .map(([path, { post }]) => ({ path, ...post }))
    .filter(({ tags }) => tags.includes(segment))
}

/** Each call of a segment: its fields, its answer, its refusals and an example. */
export function segmentSection(document: OpenApiDocument, segment: string, links: ReferenceLinks): string {
  const articles = callsOf(document, segment).map((call) => callArticle(call, document['x-errors'], links))
  return `<section id="${segment}"><h2>${segment}</h2>${articles.join('')}</section>`
}

export function recordsSection({ components }: OpenApiDocument, links: ReferenceLinks): string {
  const articles = Object.entries(components.schemas).map(
    ([name, schema]) => `<article id="${recordId(name)}"><h3>${name}</h3>${fieldTable(schema, links)}</article>`,
  )
  return `<section id="${RECORDS}"><h2>${RECORDS}</h2>${articles.join('')}</section>`
}

export function recordId(name: string): string {
  return `record.${name}`
}

const ACCESS = { open: 'Anyone', optional: 'Anyone; signed-in accounts get more', login: 'Signed-in accounts' }

function callArticle(call: ListedCall, errors: OpenApiDocument['x-errors'], links: ReferenceLinks): string {
  const { example, schema } = Object.values(call.requestBody.content)[0] ?? {}
  const answer = call.responses[200].content['application/json']
  const data = answer.schema.anyOf?.[0]?.properties?.data
  const refusals = call['x-errors'].map((code) => `<li><code>${errors[code]?.errno}</code> ${escapeHtml(errors[code]?.message ?? '')}</li>`)
  return `<article id="${call.operationId}"><h3><code>POST ${escapeHtml(call.path)}</code></h3><p>${escapeHtml(call.summary)}</p>
<p class="who">${ACCESS[call['x-auth']]}</p>${fieldTable(schema, links)}
<p class="answers">Answers ${data ? shapeOf(data, links) : 'nothing but success'}.</p>${data && !data.$ref && data.properties ? fieldTable(data, links) : ''}
<details><summary>Refusals</summary><ul>${refusals.join('')}</ul></details>
${answer.example ? `<details><summary>Example</summary><pre>${pretty(example)}</pre><pre>${pretty(answer.example)}</pre></details>` : ''}</article>`
}

function fieldTable(schema: Schema | undefined, links: ReferenceLinks): string {
  const rows = Object.entries(schema?.properties ?? {}).map(([name, field]) => {
    const isRequired = schema?.required?.includes(name) === true
    return `<tr><th scope="row"><code>${escapeHtml(name)}</code></th><td>${shapeOf(field, links)}</td><td>${isRequired ? '' : 'optional'}</td></tr>`
  })
  return rows.length === 0 ? '' : `<div class="wide"><table>${rows.join('')}</table></div>`
}

/** The type of a value; a record links to its table. */
function shapeOf(schema: Schema, links: ReferenceLinks): string {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1) ?? ''
    return `<a href="${links.toRecord(name)}">${name}</a>`
  }
  if (schema.const !== undefined) return `<code>${escapeHtml(JSON.stringify(schema.const))}</code>`
  if (schema.enum) return schema.enum.map((value) => `<code>${escapeHtml(JSON.stringify(value))}</code>`).join(', ')
  const either = schema.anyOf ?? schema.oneOf
  if (either) return [...new Set(either.map((one) => shapeOf(one, links)))].join(' or ')
  if (schema.type === 'array') return `list of ${schema.items ? shapeOf(schema.items, links) : 'anything'}`
  return escapeHtml([schema.type ?? 'anything', schema.format].flatMap((word) => word ?? []).join(', '))
}

function pretty(value: unknown): string {
  return escapeHtml(JSON.stringify(value, null, 2) ?? '')
}

export function escapeHtml(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
