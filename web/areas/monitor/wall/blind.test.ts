import { expect, it } from 'vitest'
import { BLIND_WORDS, soundBlind } from './blind.ts'

it('a blind wall sounds and says so, again and again, and stops when it hears', async () => {
  const heard: string[] = []
  const over = new AbortController()
  let silent = false
  let rounds = 0
  await soundBlind(
    {
      tone: async (kind) => void heard.push(kind),
      say: async (text) => void heard.push(text),
      pause: async () => {
        rounds++
        silent = rounds === 2
        if (rounds === 4) over.abort()
      },
      silent: () => silent,
    },
    over.signal,
  )
  expect(heard).toEqual(['blind', BLIND_WORDS, 'blind', BLIND_WORDS, 'blind', BLIND_WORDS])
})
