import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '#web/kit/query'
import { leaveCookies } from '#web/kit/transport'
import { start } from '#web/light/start'
import { Fullchart } from './Fullchart.tsx'
import './fullchart.css'

leaveCookies()
start(
  <QueryClientProvider client={queryClient}>
    <Fullchart />
  </QueryClientProvider>,
)
