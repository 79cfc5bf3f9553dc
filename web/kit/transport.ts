// Bytes to the server and back. Uploads with progress need XMLHttpRequest, everything else is fetch.

let gateway = ''

/** Where the calls go when it is not the origin the page came from. */
export function setGateway(prefix: string): void {
  gateway = prefix.replace(/\/$/, '')
}

let credentials: RequestCredentials = 'same-origin'

/** For a page with a session of its own: the cookie of whoever else uses this browser neither travels nor changes. */
export function leaveCookies(): void {
  credentials = 'omit'
}

export interface Wire {
  method: string
  url: string
  headers: Record<string, string>
  body: string | FormData | undefined
  responseType: 'json' | 'blob'
}

export interface Answer {
  status: number
  statusText: string
  /** Parsed when the answer is JSON, whatever was asked for: a refused download answers an envelope. */
  json?: unknown
  blob?: Blob
  header(name: string): string | null
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export async function sendByFetch(wire: Wire, signal: AbortSignal): Promise<Answer> {
  const response = await fetch(gateway + wire.url, {
    method: wire.method,
    headers: wire.headers,
    body: wire.body,
    signal,
    credentials,
    cache: 'no-store',
  })
  const answer: Answer = {
    status: response.status,
    statusText: response.statusText,
    header: (name) => response.headers.get(name),
  }
  const type = response.headers.get('content-type') ?? ''
  const isFile = wire.responseType === 'blob' && (response.headers.has('content-disposition') || !/json/.test(type))
  if (isFile && response.ok) answer.blob = await response.blob()
  else answer.json = parse(await response.text())
  return answer
}

export function sendByXhr(wire: Wire, signal: AbortSignal, onProgress?: (part: number) => void): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(wire.method, gateway + wire.url)
    for (const [name, value] of Object.entries(wire.headers)) request.setRequestHeader(name, value)
    const abort = () => request.abort()
    signal.addEventListener('abort', abort)
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total)
    }
    request.onloadend = () => {
      signal.removeEventListener('abort', abort)
      // Without a status nothing was answered.
      if (!request.status) return reject(new TypeError(signal.aborted ? 'aborted' : 'network'))
      resolve({
        status: request.status,
        statusText: request.statusText,
        json: parse(request.responseText),
        header: (name) => request.getResponseHeader(name),
      })
    }
    request.send(wire.body ?? null)
    if (signal.aborted) abort()
  })
}
