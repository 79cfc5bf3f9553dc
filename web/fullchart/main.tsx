import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '#web/kit/query'
import { start } from '#web/light/start'
import { Fullchart } from './Fullchart.tsx'
import './fullchart.css'

start(
  <QueryClientProvider client={queryClient}>
    <Fullchart />
  </QueryClientProvider>,
)
