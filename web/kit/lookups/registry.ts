// Every list that forms of several areas choose from, by name. A list's calls are loaded when it is first used, so
// that the console does not begin with the schemas of all nouns.
import type { LookupSource } from './item.ts'

export interface Registered {
  /** area.noun whose writes change the list, and further ones. */
  noun: string
  also?: readonly string[]
  source(): Promise<LookupSource>
}

const people = () => import('./people.ts')
const places = () => import('./places.ts')
const residents = () => import('./residents.ts')

export const registry = {
  /** Departments of the organisation as a tree. */
  departments: { noun: 'platform.dept', source: async () => (await people()).departments },
  roles: { noun: 'platform.role', source: async () => (await people()).roles },
  job: { noun: 'platform.staffPost', source: async () => (await people()).jobs },
  jobType: { noun: 'platform.staffPost', source: async () => (await people()).jobTypes },
  /** People within the user's data departments. */
  staff: {
    noun: 'platform.employee',
    also: ['platform.user', 'platform.staff'],
    source: async () => (await people()).staff,
  },
  sale: {
    noun: 'platform.staff',
    also: ['platform.user', 'platform.employee'],
    source: async () => (await people()).sale,
  },
  nursingworkers: {
    noun: 'platform.staff',
    also: ['platform.user', 'platform.employee'],
    source: async () => (await people()).nursingWorkers,
  },
  landingEnds: { noun: 'platform.landingEnd', source: async () => (await people()).landingEnds },
  locationType: { noun: 'platform.location', source: async () => (await places()).locationTypes },
  /** Places as a tree; the whole way is joined by '>'. */
  locations: { noun: 'platform.location', source: async () => (await places()).locations },
  rooms: { noun: 'platform.room', also: ['platform.location'], source: async () => (await places()).rooms },
  beds: {
    noun: 'platform.bed',
    also: ['platform.room', 'platform.location', 'live.archive', 'live.residence'],
    source: async () => (await places()).beds,
  },
  /** Who lives here, waits or has reserved, within the user's data departments. */
  resident: {
    noun: 'live.archive',
    also: ['live.archiveSection', 'live.residence'],
    source: async () => (await residents()).residents,
  },
  nursingLevel: { noun: 'nursing.level', source: async () => (await residents()).nursingLevels },
  careProject: {
    noun: 'nursing.project',
    also: ['nursing.category'],
    source: async () => (await residents()).careProjects,
  },
  /** The drug dictionary. */
  drug: { noun: 'drug.dict', source: async () => (await import('./drugs.ts')).drugs },
  /** Fee items that can be agreed for a stay. */
  feeChild: {
    noun: 'expense.feeChild',
    also: ['expense.project', 'expense.projectChild'],
    source: async () => (await residents()).feeChildren,
  },
  /** Provinces, cities and districts as a tree. */
  regions: { noun: 'platform.region', source: async () => (await import('./regions.ts')).regions },
  /** The groups of dictionaries with their dictionaries. */
  dictionaryModels: {
    noun: 'systemSetting.dictionary',
    source: async () => (await import('./dictionaries.ts')).dictionaryModels,
  },
} as const satisfies Record<string, Registered>
