// The payment drawer for other pages: const pays = usePayDrawer(); pays.open(oldmanId, { billIds }); {pays.drawer}
import type { ReactNode } from 'react'
import { useAccountActs } from './accountActs.part.tsx'

export interface PayDrawerHandle {
  /** All unpaid bills are ticked unless some are named. */
  open(oldmanId: string, options?: { billIds?: readonly string[] }): void
  drawer: ReactNode
}

export function usePayDrawer(): PayDrawerHandle {
  const acts = useAccountActs()
  return { open: (oldmanId, options) => acts.open('pay', oldmanId, options), drawer: acts.element }
}
