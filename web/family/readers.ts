// What this phone was given when an invitation was accepted: one secret for each resident of the family.
import { local } from '#web/kit/storage'

const NAME = 'family-readers'

export const readers = (): string[] => {
  const kept = local.get<unknown>(NAME)
  return Array.isArray(kept) ? kept.filter((one): one is string => typeof one === 'string') : []
}

export const addReader = (secret: string) => local.set(NAME, [...readers(), secret])

export const dropReader = (secret: string) =>
  local.set(
    NAME,
    readers().filter((one) => one !== secret),
  )
