import type { OpenApiCall, OpenApiDocument, Schema } from '@plinth/api/openapi'

/** The document for people to read: every call with what it takes, what it answers, and an example of both. */
export function openApiPage({ info, servers, tags, paths, ...document }: OpenApiDocument): string {
  const calls = Object.entries(paths).map(([path, { post }]) => ({ path, ...post }))
  const parts = tags.map(({ name }) => {
    const own = calls.filter((call) => call.tags.includes(name))
    return `<section id="${name}"><h2>${name}</h2>${own.map((call) => callPart(call, document['x-errors'])).join('')}</section>`
  })
  const records = Object.entries(document.components.schemas).map(
    ([name, schema]) => `<article id="record.${name}"><h3>${name}</h3>${fieldTable(schema)}</article>`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(info.title)}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="stylesheet" href="/openapi.css"></head>
<body><header><h1>${text(info.title)}</h1><p>${text(info.description)}</p>
<p>Calls are under <code>${text(servers[0]?.url ?? '')}</code>. For programs: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1).</p></header>
<nav aria-label="Contents">${[...tags.map(({ name }) => name), 'records'].map((name) => `<a href="#${name}">${name}</a>`).join(' ')}</nav>
<main>${parts.join('')}<section id="records"><h2>records</h2>${records.join('')}</section></main></body></html>
`
}

const WHO = { open: 'Anybody', optional: 'Anybody, and more for whoever is logged in', login: 'Whoever is logged in' }

function callPart(call: OpenApiCall & { path: string }, errors: OpenApiDocument['x-errors']): string {
  const { example, schema } = Object.values(call.requestBody.content)[0] ?? {}
  const answer = call.responses[200].content['application/json']
  const data = answer.schema.anyOf?.[0]?.properties?.data
  const refusals = call['x-errors'].map((code) => `<li><code>${errors[code]?.errno}</code> ${text(errors[code]?.message ?? '')}</li>`)
  return `<article id="${call.operationId}"><h3><code>POST ${text(call.path)}</code></h3><p>${text(call.summary)}</p>
<p class="who">${WHO[call['x-auth']]}</p>${fieldTable(schema)}
<p class="answers">Answers ${data ? shapeOf(data) : 'nothing but success'}.</p>${data && !data.$ref && data.properties ? fieldTable(data) : ''}
<details><summary>Refusals</summary><ul>${refusals.join('')}</ul></details>
${answer.example ? `<details><summary>Example</summary><pre>${pretty(example)}</pre><pre>${pretty(answer.example)}</pre></details>` : ''}</article>`
}

function fieldTable(schema: Schema | undefined): string {
  const rows = Object.entries(schema?.properties ?? {}).map(([name, field]) => {
    const isNeeded = schema?.required?.includes(name) === true
    return `<tr><th scope="row"><code>${text(name)}</code></th><td>${shapeOf(field)}</td><td>${isNeeded ? '' : 'may be missing'}</td></tr>`
  })
  return rows.length === 0 ? '' : `<div class="wide"><table>${rows.join('')}</table></div>`
}

/** What a value is, in a word or two; a record leads to its own table. */
function shapeOf(schema: Schema): string {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1) ?? ''
    return `<a href="#record.${name}">${name}</a>`
  }
  if (schema.const !== undefined) return `<code>${text(JSON.stringify(schema.const))}</code>`
  if (schema.enum) return schema.enum.map((value) => `<code>${text(JSON.stringify(value))}</code>`).join(', ')
  const either = schema.anyOf ?? schema.oneOf
  if (either) return [...new Set(either.map(shapeOf))].join(' or ')
  if (schema.type === 'array') return `list of ${schema.items ? shapeOf(schema.items) : 'anything'}`
  return text([schema.type ?? 'anything', schema.format].flatMap((word) => word ?? []).join(', '))
}

function pretty(value: unknown): string {
  return text(JSON.stringify(value, null, 2) ?? '')
}

function text(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
