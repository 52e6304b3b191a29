/**
 * Warning for low stock: at 10 units or fewer, urgent at 3 or fewer. Nothing if stock is not
 * tracked.
 */
export function StockNotice({ available }: { available: number | null }) {
  if (available === null || available > 10) return null;
  if (available === 0) return <p className="font-medium text-berry">Sold out at the moment</p>;
  if (available <= 3) return <p className="font-medium text-berry">{`Only ${available} left in stock!`}</p>;
  return <p className="text-copper">{`Limited stock: ${available} remaining`}</p>;
}
