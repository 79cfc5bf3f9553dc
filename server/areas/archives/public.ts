// What other areas may know of the archives that are read here.
import type { RecordList } from '#server/kit/recordKinds'
import { elderLists } from './elderViews.ts'

/** The lists in which a resident stands here too. */
export const recordLists: Readonly<Record<string, readonly RecordList[]>> = { resident: elderLists }
