// What a hostile request to the care catalogue needs to get past the first checks.
import { CareUnit } from '#contract/nursing/frequency'
import { newId } from '#server/kit/ids'
import type { TestApp } from '#server/kit/test/app'
import type { Knowledge } from '#server/kit/test/attacker'
import { rowCareProject, rowCategory, rowLevel } from './catalogueRows.ts'

const name = () => newId().slice(-20)
const later = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const project = { minutes: 5, charged: false, priceFen: null, version: null }
const twice = { unit: CareUnit.is.day, times: 2, clocks: ['08:00', '20:00'], days: [], from: null, to: null }
const ofLevel = async (product: TestApp) => ({
  projects: [{ projectId: (await rowCareProject(product)).projectId, ...twice }],
  version: null,
})
const aProject = async (product: TestApp) => {
  const { projectId, fromDate } = await rowCareProject(product)
  return { projectId, fromDate }
}
const aLevel = async (product: TestApp) => ({ levelId: (await rowLevel(product)).levelId })

export const recipes: Knowledge['recipes'] = {
  'nursing.category.add': () => ({ categoryName: name() }),
  'nursing.category.save': async (product) => ({
    ...(await rowCategory(product)),
    categoryName: name(),
    version: null,
  }),
  'nursing.category.sort': async (product) => ({ sorts: [{ ...(await rowCategory(product)), sort: 1 }] }),
  'nursing.project.add': async (product) => ({ ...project, ...(await rowCategory(product)), projectName: name() }),
  'nursing.project.save': async (product) => {
    const { projectId, categoryId } = await rowCareProject(product)
    return { ...project, projectId, categoryId, charged: true, projectName: name() }
  },
  'nursing.project.addPrice': () => ({ priceFen: 300, fromDate: later(20), version: null }),
  'nursing.project.sort': async (product) => ({
    sorts: [{ projectId: (await rowCareProject(product)).projectId, sort: 1 }],
  }),
  'nursing.level.add': () => ({ levelName: name() }),
  'nursing.level.save': async (product) => ({ ...(await aLevel(product)), levelName: name(), version: null }),
  'nursing.level.sort': async (product) => ({ sorts: [{ ...(await aLevel(product)), sort: 1 }] }),
  'nursing.level.preview': ofLevel,
  'nursing.level.saveProjects': ofLevel,
}

export const places: Knowledge['places'] = {
  'nursing.category.get': (product) => rowCategory(product),
  'nursing.category.remove': (product) => rowCategory(product),
  'nursing.project.get': aProject,
  'nursing.project.remove': aProject,
  'nursing.project.addPrice': aProject,
  'nursing.project.removePrice': aProject,
  'nursing.level.get': aLevel,
  'nursing.level.remove': aLevel,
  'nursing.level.projects': aLevel,
  'nursing.level.preview': aLevel,
  'nursing.level.saveProjects': aLevel,
}
