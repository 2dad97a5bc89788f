/** Something of a size that wants to stand around a place. */
interface Wanting {
  at: number;
  size: number;
}

interface Block {
  /** Sum of where the members want their block to begin, and how many they are. */
  sum: number;
  members: number;
  length: number;
}

const beginOf = ({ sum, members }: Block) => sum / members;

/**
 * Middles for things along a line so that none covers another: each as near to the place that it wants as the others allow (least
 * squares, by pooling of neighbours), in the order of these places. Null where they do not fit between the ends together.
 */
export function spread(things: readonly Wanting[], from: number, to: number): number[] | null {
  if (things.reduce((sum, { size }) => sum + size, 0) > to - from + 1e-6) return null;
  const order = [...things.keys()].sort((a, b) => (things[a] as Wanting).at - (things[b] as Wanting).at);
  const blocks: Block[] = [];
  for (const i of order) {
    const { at, size } = things[i] as Wanting;
    let block: Block = { sum: at - size / 2, members: 1, length: size };
    for (let before = blocks.at(-1); before !== undefined && beginOf(before) + before.length > beginOf(block); before = blocks.at(-1)) {
      blocks.pop();
      // Each member of the later block begins behind the whole of the earlier one.
      block = {
        sum: before.sum + block.sum - block.members * before.length,
        members: before.members + block.members,
        length: before.length + block.length,
      };
    }
    blocks.push(block);
  }
  return withinEnds(things, order, blocks, from, to);
}

/** The same moved between the ends. */
function withinEnds(things: readonly Wanting[], order: readonly number[], blocks: readonly Block[], from: number, to: number): number[] {
  const sizes = order.map((i) => (things[i] as Wanting).size);
  const begins = blocks.flatMap((block) => Array.from({ length: block.members }, () => beginOf(block)));
  let [place, last] = [Number.NEGATIVE_INFINITY, from];
  const placed = begins.map((begin, i) => {
    place = Math.max(begin, last);
    last = place + (sizes[i] as number);
    return place;
  });
  let end = to;
  for (let i = placed.length - 1; i >= 0; i -= 1) {
    placed[i] = Math.min(placed[i] as number, end - (sizes[i] as number));
    end = placed[i] as number;
  }
  const middles = new Array<number>(things.length);
  order.forEach((thing, i) => {
    middles[thing] = (placed[i] as number) + (sizes[i] as number) / 2;
  });
  return middles;
}
