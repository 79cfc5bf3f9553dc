// The opened page that a component stands in, by number. Apart from open.ts because queries need it without the routes.
import { createContext } from 'react'

export const FrameIdContext = createContext<number | undefined>(undefined)
