import type { OrgArchiveData } from '#contract/platform/organisation'

/** District and street; most people write the district into the address, and it is said once. */
export function placeOf({ regionName, address }: Pick<OrgArchiveData, 'regionName' | 'address'>): string | null {
  if (!regionName || address?.startsWith(regionName)) return address
  return [regionName, address].filter(Boolean).join(' ')
}
