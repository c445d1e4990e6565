import { hydrate } from 'imprint/kit/browser'
import { CostCalculator } from './cost-calculator.tsx'

export default hydrate(CostCalculator)
