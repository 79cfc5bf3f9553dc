// A code on paper: black, sharp at any size, as large as the paper says. The paper leaves white around it.
import { QRCode } from 'antd'

export function PaperCode({ value, size }: { value: string; size: string }) {
  return (
    <QRCode
      className="paper-code"
      value={value}
      type="svg"
      bordered={false}
      color="#000"
      style={{ width: size, height: size }}
    />
  )
}
