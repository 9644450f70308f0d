/** As long as the server waits for a sender. */
const UPLOAD_MS = 120_000

/** Called with the uploaded fraction, from 0 to 1. */
export type OnPart = (part: number) => void

/** What a call with files takes beside them: `fetch` reports no upload progress. */
export function uploading(files: readonly File[], onPart: OnPart) {
  return { files, timeoutMs: UPLOAD_MS, fetch: ((url, init) => sendForm(String(url), init ?? {}, onPart)) satisfies typeof fetch }
}

function sendForm(url: string, { headers, body, signal }: RequestInit, onPart: OnPart): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    for (const [name, value] of Object.entries(headers as Record<string, string>)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => lengthComputable && onPart(loaded / total))
    request.addEventListener('load', () => {
      const type = request.getResponseHeader('content-type') ?? ''
      resolve(new Response(request.responseText, { status: request.status, headers: { 'content-type': type } }))
    })
    request.addEventListener('error', () => reject(new TypeError('Failed to fetch')))
    request.addEventListener('abort', () => reject(signal?.reason ?? new DOMException('', 'AbortError')))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body as FormData)
  })
}
