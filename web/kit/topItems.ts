// What an area puts into the top bar on every page, such as the pill of open alarms.
import type { ComponentType } from 'react'
import { create } from 'zustand'

interface TopItem {
  key: string
  item: ComponentType
}

export const useTopItems = create<{ items: readonly TopItem[] }>()(() => ({ items: [] }))

export function addTopItem(key: string, item: ComponentType): void {
  const { items } = useTopItems.getState()
  if (items.some((one) => one.key === key)) throw new Error(`Top bar item ${key} is added twice`)
  useTopItems.setState({ items: [...items, { key, item }] })
}
