// The sections of an organisation's settings. The contract names them; each has one file that reads and writes it, so
// a section without one does not compile.

import { reviewSection } from './checkConfigReview.ts'
import type { SectionName, SettingSection } from './checkConfigSection.ts'

export const settingSections: { [K in SectionName]: SettingSection<K> } = {
  review: reviewSection,
}
