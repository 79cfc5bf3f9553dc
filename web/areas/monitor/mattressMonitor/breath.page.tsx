import { MonitorPage } from './monitor.part.tsx'

export default function BreathMonitor() {
  return <MonitorPage name="breath" />
}
