// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Hashes} from "@openzeppelin/contracts/utils/cryptography/Hashes.sol";

/// @notice The draw: from what is left of each kind and a seed to the kinds in the boxes. The same: `packages/protocol`,
/// `vectors/boxes.json`.
library Draws {
    /// @dev Where the next random word comes from: keccak256(seed, used).
    struct Source {
        bytes32 seed;
        uint256 used;
    }

    /// @notice What decides request `number` of `box`, beside what is left: the owner's pre-image from before, and the
    /// chain's block hash from after.
    function seedOf(bytes32 preimage, bytes32 blockHash, bytes32 box, uint256 number) internal pure returns (bytes32) {
        return keccak256(abi.encode(preimage, blockHash, box, number));
    }

    /// @notice Takes `boxes` boxes out of `left`, one after the other.
    /// @param left copies of each kind, which the draw lowers; in all at least `boxes` * `opening`
    /// @return kinds `opening` for each box
    function draw(uint256[] memory left, uint256 boxes, uint256 opening, bool repeat, bytes32 seed)
        internal
        pure
        returns (uint256[] memory kinds)
    {
        kinds = new uint256[](boxes * opening);
        Source memory source = Source(seed, 0);
        uint256 sum;
        for (uint256 kind; kind < left.length; ++kind) {
            sum += left[kind];
        }
        if (repeat || opening == 1) {
            for (uint256 i; i < kinds.length; ++i) {
                kinds[i] = _take(left, _below(source, sum--));
            }
            return kinds;
        }
        for (uint256 box; box < boxes; ++box) {
            _takeDistinct(left, sum / opening, source, kinds, box * opening);
            sum -= opening;
        }
    }

    /// @dev The kind at `point`, where each kind is as wide as its copies.
    function _take(uint256[] memory left, uint256 point) private pure returns (uint256 kind) {
        while (point >= left[kind]) {
            point -= left[kind++];
        }
        --left[kind];
    }

    /// @dev The kinds lie side by side in a random order, each as wide as its copies and none wider than `boxesLeft`; every
    /// `boxesLeft` along the line, from a random start, one is taken. So a kind comes at most once, with the chance of its
    /// copies to the boxes left, whatever the others; one with as many copies as boxes comes for certain, and no box starves.
    function _takeDistinct(uint256[] memory left, uint256 boxesLeft, Source memory source, uint256[] memory kinds, uint256 first)
        private
        pure
    {
        uint256[] memory order = _shuffled(left, source);
        uint256 point = _below(source, boxesLeft);
        uint256 end;
        for (uint256 i; i < order.length; ++i) {
            uint256 kind = order[i];
            end += left[kind];
            if (point >= end) continue;
            point += boxesLeft;
            kinds[first++] = kind;
            --left[kind];
        }
    }

    /// @dev The kinds that are left, by Fisher and Yates.
    function _shuffled(uint256[] memory left, Source memory source) private pure returns (uint256[] memory order) {
        uint256 count;
        order = new uint256[](left.length);
        for (uint256 kind; kind < left.length; ++kind) {
            if (left[kind] != 0) order[count++] = kind;
        }
        assembly ("memory-safe") {
            mstore(order, count)
        }
        for (uint256 i = count; i > 1; --i) {
            uint256 other = _below(source, i);
            (order[i - 1], order[other]) = (order[other], order[i - 1]);
        }
    }

    /// @dev `limit` is below 2^32: what the remainder prefers is below 2^-224.
    function _below(Source memory source, uint256 limit) private pure returns (uint256) {
        return uint256(Hashes.efficientKeccak256(source.seed, bytes32(source.used++))) % limit;
    }
}
