// What other areas may know of the archives that are read here.

import { residentLists } from '#server/areas/archives/resident/residentViews'
import type { RecordList } from '#server/kit/recordKinds'

/** The lists in which a resident stands here too. */
export const recordLists: Readonly<Record<string, readonly RecordList[]>> = { resident: residentLists }
