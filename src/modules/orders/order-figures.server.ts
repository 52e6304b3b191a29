export { countedOrders, firstPlacedAt } from './order-figures.queries.server.ts';
