// What hands out the products of all journeys, from the first to the last.
import type { TestProject } from 'vitest/node'
import { openProducts } from './products.ts'

declare module 'vitest' {
  interface ProvidedContext {
    productsAt: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const products = await openProducts()
  project.provide('productsAt', products.url)
  return () => products.close()
}
