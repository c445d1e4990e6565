import { usePage } from 'imprint/kit'
import type { ReactElement } from 'react'
import { Calculator } from '../calculator.tsx'

/** `::cost-calculator`: the brand's cost example, with controls. */
export default function CostCalculatorBlock(): ReactElement {
  return <Calculator site={usePage().site} />
}
