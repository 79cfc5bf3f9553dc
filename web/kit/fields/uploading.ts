// Choosing and sending files: what a use allows is checked before a byte leaves, with the server's own words.

import { type RefObject, useCallback, useRef, useState } from 'react'
import { refusalText } from '#contract/kit/refusal'
import { type UploadUse, upload, uploadUses } from '#contract/platform/upload'
import { send } from '#web/kit/call'
import { CallError } from '#web/kit/callError'
import { useGone } from '#web/kit/gone'

const MIB = 1024 * 1024

export const extensionOf = (name: string) => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** Why this file may not be sent for this use; null when it may. */
export function fileProblem(file: { name: string; size: number }, use: UploadUse): string | null {
  const { extensions, limit } = uploadUses[use]
  if (!(extensions as readonly string[]).includes(extensionOf(file.name)))
    return refusalText('UPLOAD_TYPE', { list: extensions.join('、') })
  if (file.size > limit * MIB) return refusalText('UPLOAD_SIZE', { limit })
  if (file.size === 0) return '文件是空的，请重新选择'
  return null
}

export const acceptOf = (use: UploadUse) => uploadUses[use].extensions.map((one) => `.${one}`).join(',')

/** The name a person gave, from the address the server gave. */
export function nameOfUrl(url: string): string {
  const last = url.split(/[?#]/)[0]!.split('/').pop() ?? url
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}

export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < MIB) return `${(bytes / 1024).toFixed(0)} KB`
  return `${(bytes / MIB).toFixed(1)} MB`
}

/** 1 organisation, 2 elderly, 3 caregiver, 4 feedback, 5 evaluation, 6 safety check */
export type PicRoute = 1 | 2 | 3 | 4 | 5 | 6

export interface SendFileOptions {
  signal: AbortSignal
  onProgress(part: number): void
}
export type SendFile = (file: File, options: SendFileOptions) => Promise<string>

/** A refused file is shown at its row, so no toast repeats it. */
const atTheRow = () => true

export const sendPicture =
  (picRoute?: PicRoute): SendFile =>
  async (file, options) => {
    const answer = await send(upload.calls.picture, { file, picRoute }, { ...options, handles: atTheRow })
    return answer.imagePath
  }

export const sendVideo: SendFile = async (file, options) => {
  const answer = await send(upload.calls.video, { file }, { ...options, handles: atTheRow })
  return answer.urlPath
}

export const sendDocument: SendFile = async (file, options) => {
  const answer = await send(upload.calls.plain, { file }, { ...options, handles: atTheRow })
  return answer.urlPath
}

export interface Sending {
  key: number
  file: File
  /** 0 to 1 */
  part: number
  problem: string | null
}

let nextKey = 1

/** Files on their way: progress, refusal, retry, and a stop when the form around `home` goes away. */
export function useUploads(
  use: UploadUse,
  sendFile: SendFile,
  onSent: (url: string, file: File) => void,
  home: RefObject<Element | null>,
) {
  const [sending, setSending] = useState<readonly Sending[]>([])
  const stops = useRef(new Map<number, AbortController>())
  const sent = useRef(onSent)
  sent.current = onSent

  useGone(home, () => {
    for (const stop of stops.current.values()) stop.abort()
  })

  const change = useCallback((key: number, next: Partial<Sending>) => {
    setSending((all) => all.map((one) => (one.key === key ? { ...one, ...next } : one)))
  }, [])

  const forget = useCallback((key: number) => {
    stops.current.get(key)?.abort()
    stops.current.delete(key)
    setSending((all) => all.filter((one) => one.key !== key))
  }, [])

  const start = useCallback(
    async (key: number, file: File) => {
      const stop = new AbortController()
      stops.current.set(key, stop)
      try {
        const url = await sendFile(file, { signal: stop.signal, onProgress: (part) => change(key, { part }) })
        forget(key)
        sent.current(url, file)
      } catch (error) {
        if (error instanceof CallError && error.cancelled) return
        change(key, { part: 0, problem: error instanceof Error ? error.message : String(error) })
      }
    },
    [change, forget, sendFile],
  )

  const add = useCallback(
    (files: Iterable<File>) => {
      for (const file of files) {
        const key = nextKey++
        const problem = fileProblem(file, use)
        setSending((all) => [...all, { key, file, part: 0, problem }])
        if (!problem) void start(key, file)
      }
    },
    [start, use],
  )

  const retry = useCallback(
    (one: Sending) => {
      const problem = fileProblem(one.file, use)
      change(one.key, { part: 0, problem })
      if (!problem) void start(one.key, one.file)
    },
    [change, start, use],
  )

  return { sending, add, retry, forget }
}
