// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Draws} from "../../../src/box/Draws.sol";
import {Test} from "../../base/Test.sol";

/// @notice The draw by itself. Chi-square of fixed seeds against the published odds; 99.9 % quantiles.
contract BoxDrawTest is Test {
    uint256 private constant SCALE = 1e9;

    function draws() private view returns (uint256) {
        return vm.envOr("PLINTH_LONG", false) ? 100_000 : 10_000;
    }

    function stock() private pure returns (uint256[] memory left) {
        left = new uint256[](5);
        (left[0], left[1], left[2], left[3], left[4]) = (1, 9, 20, 30, 40);
    }

    /// @dev Draws that leave no memory behind: 100,000 would not fit.
    modifier forgetful() {
        uint256 free;
        assembly {
            free := mload(0x40)
        }
        _;
        assembly {
            mstore(0x40, free)
        }
    }

    function countPlace(uint256[] memory seen, uint256 opening, uint256 place, bytes32 seed) private pure forgetful {
        ++seen[Draws.draw(stock(), 1, opening, true, seed)[place]];
    }

    function countBox(uint256[] memory seen, uint256 boxes, bytes32 seed) private pure forgetful {
        uint256[] memory kinds = Draws.draw(stock(), boxes, 2, false, seed);
        ++seen[kinds[2 * boxes - 2]];
        ++seen[kinds[2 * boxes - 1]];
    }

    /// @dev The sum over all kinds of (seen - expected)^2 / expected, in billionths.
    function chiSquare(uint256[] memory seen, uint256[] memory weights, uint256 total, uint256 count) private pure returns (uint256 sum) {
        for (uint256 i; i < seen.length; ++i) {
            uint256 expected = count * weights[i] * SCALE / total;
            uint256 gap = seen[i] * SCALE > expected ? seen[i] * SCALE - expected : expected - seen[i] * SCALE;
            sum += gap * gap / expected;
        }
    }

    /// First prize of a box with repetition: copies to all copies.
    function test_RepeatAsPublished() public view {
        uint256[] memory seen = new uint256[](5);
        uint256 count = draws();
        for (uint256 i; i < count; ++i) {
            countPlace(seen, 1, 0, keccak256(abi.encodePacked("repeat", i)));
        }
        // Four degrees of freedom.
        vm.assertLe(chiSquare(seen, stock(), 100, count), 18.467e9, "chi-square");
    }

    /// Last prize of three: no place in a box is better than another.
    function test_TheLastOfABoxAsTheFirst() public view {
        uint256[] memory seen = new uint256[](5);
        uint256 count = draws();
        for (uint256 i; i < count; ++i) {
            countPlace(seen, 3, 2, keccak256(abi.encodePacked("third", i)));
        }
        vm.assertLe(chiSquare(seen, stock(), 100, count), 18.467e9, "chi-square");
    }

    /// Each kind is in the box or not, with the chance of its copies to the 50 boxes.
    function test_DistinctAsPublished() public view {
        checkDistinct(1, 1);
    }

    /// So it is in a later box, whatever those before it took.
    function test_DistinctLaterAsPublished() public view {
        checkDistinct(7, 2);
    }

    /// @dev Each kind by itself: one degree of freedom, (seen - n p)^2 / (n p q).
    function checkDistinct(uint256 boxes, uint256 salt) private view {
        uint256[] memory seen = new uint256[](5);
        uint256 count = draws();
        for (uint256 i; i < count; ++i) {
            countBox(seen, boxes, bytes32((i + 1) << 8 | salt));
        }
        for (uint256 i; i < 5; ++i) {
            uint256 copies = stock()[i];
            uint256 expected = count * copies / 50;
            uint256 gap = seen[i] > expected ? seen[i] - expected : expected - seen[i];
            vm.assertLe(gap * gap * 50 * SCALE, 10.828e9 * expected * (50 - copies), "chi-square");
        }
    }

    /// A kind with as many copies as boxes is in every one; weighted draws one after the other would leave it out of some.
    function test_ForcedKinds() public pure {
        uint256[] memory left = new uint256[](4);
        (left[0], left[1], left[2], left[3]) = (10, 9, 8, 3);
        uint256[] memory kinds = Draws.draw(left, 10, 3, false, "forced");
        for (uint256 i; i < 10; ++i) {
            vm.assertTrue(kinds[3 * i] == 0 || kinds[3 * i + 1] == 0 || kinds[3 * i + 2] == 0, "in every box");
        }
    }

    /// Any series, opened in any steps to the last box.
    function testFuzz_NoBoxStarves(uint256 seed, uint256 kinds, uint256 opening, uint256 boxes, bool repeat) public pure {
        kinds = bound(kinds, 1, 100);
        opening = bound(opening, 1, repeat ? 8 : (kinds < 8 ? kinds : 8));
        boxes = bound(boxes, 1, 20);
        uint256[] memory left = aStock(seed, kinds, opening, boxes, repeat);
        uint256[] memory given = new uint256[](kinds);
        uint256[] memory before = copyOf(left);
        for (uint256 done; done < boxes;) {
            uint256 step = 1 + uint256(keccak256(abi.encode(seed, done))) % 3;
            if (done + step > boxes) step = boxes - done;
            uint256[] memory drawn = Draws.draw(left, step, opening, repeat, keccak256(abi.encode(seed, "draw", done)));
            for (uint256 i; i < drawn.length; ++i) {
                ++given[drawn[i]];
                for (uint256 j = i / opening * opening; !repeat && j < i; ++j) {
                    vm.assertTrue(drawn[i] != drawn[j], "twice in a box");
                }
            }
            done += step;
        }
        for (uint256 kind; kind < kinds; ++kind) {
            vm.assertEq(given[kind], before[kind], "every copy once");
            vm.assertEq(left[kind], 0, "none left");
        }
    }

    /// @dev Copies by chance, none above the boxes where they are distinct.
    function aStock(uint256 seed, uint256 kinds, uint256 opening, uint256 boxes, bool repeat)
        private
        pure
        returns (uint256[] memory left)
    {
        left = new uint256[](kinds);
        for (uint256 i; i < opening * boxes; ++i) {
            uint256 kind = uint256(keccak256(abi.encode(seed, "stock", i))) % kinds;
            while (!repeat && left[kind] == boxes) {
                kind = (kind + 1) % kinds;
            }
            ++left[kind];
        }
    }

    function copyOf(uint256[] memory list) private pure returns (uint256[] memory copy) {
        copy = new uint256[](list.length);
        for (uint256 i; i < list.length; ++i) {
            copy[i] = list[i];
        }
    }
}
