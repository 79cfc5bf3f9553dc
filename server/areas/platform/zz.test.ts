import { it } from 'vitest'
import { menuEntries } from './menuEntries.ts'
import { nouns } from '#server/app'
it('x', () => { for (const e of menuEntries(nouns)) console.log(e.level, e.code, e.parentCode, e.name, e.pageUrl, e.ends.join()) })
