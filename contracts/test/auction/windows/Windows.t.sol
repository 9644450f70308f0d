// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IAuctionExchange} from "../../../src/auction/IAuctionExchange.sol";
import {AuctionBase, Settling} from "../../base/AuctionBase.sol";

/// @notice endTime belongs to the settlement, expiredTime to what comes after it, on any chain.
contract AuctionWindowsTest is AuctionBase {
    uint256 private constant MS = 1000;

    /// @dev What a block with this timestamp would say; the chain goes on as if the call had not been made.
    function attempt(Settling memory s) external {
        settle(s);
        revert("settled");
    }

    function answer(Settling memory s, uint256 timestamp) private returns (bytes4) {
        vm.warp(timestamp);
        try this.attempt(s) {} catch (bytes memory why) {
            return bytes4(why);
        }
        return 0;
    }

    function expected(Settling memory s, uint256 timestamp) private pure returns (bytes4) {
        if (timestamp < s.order.endTime) return IAuctionExchange.AuctionNotEnded.selector;
        if (timestamp >= s.order.expiredTime) return IAuctionExchange.AuctionExpired.selector;
        return bytes4(0x08c379a0);
    }

    /// @dev Asks `count` blocks of `interval` ms, the first at `firstMs`. Returns how many of them settle.
    function walk(Settling memory s, uint256 firstMs, uint256 interval, uint256 count) private returns (uint256 settled) {
        for (uint256 i; i < count; ++i) {
            uint256 timestamp = (firstMs + i * interval) / MS;
            bytes4 said = answer(s, timestamp);
            vm.assertEq(bytes32(said), bytes32(expected(s, timestamp)), "what the block's time says");
            if (said == 0x08c379a0) ++settled;
        }
    }

    function lasting(uint256 length) private view returns (Settling memory s) {
        s = settlingOf(anAuction(address(nft)), losers(2));
        s.order.expiredTime = END + length;
        s.order.key.salt = saltOf(5, START, END + length);
        resign(s);
    }

    /// Whatever the blocks' offset to the second.
    function testFuzz_GivenBlocksOf450Milliseconds(uint256 offset) public {
        Settling memory s = lasting(4);
        uint256 settled = walk(s, (END - 2) * MS + bound(offset, 0, 449), 450, 18);
        // 4 s hold eight such blocks, and a part of one.
        vm.assertGe(settled, 8, "at least");
        vm.assertLe(settled, 9, "at most");
    }

    function testFuzz_GivenBlocksOf12Seconds(uint256 offset) public {
        Settling memory s = lasting(36);
        uint256 settled = walk(s, (END - 24) * MS + bound(offset, 0, 11_999), 12_000, 7);
        vm.assertEq(settled, 3, "36 s hold three blocks");
    }

    /// A window of one block's length is met by exactly one block, a shorter one may be missed.
    function testFuzz_GivenAWindowOfOneBlock(uint256 offset) public {
        uint256 first = (END - 12) * MS + bound(offset, 0, 11_999);
        vm.assertEq(walk(lasting(12), first, 12_000, 3), 1, "one block");
        vm.assertLe(walk(lasting(11), first, 12_000, 3), 1, "or none");
    }

    function test_TheBounds() public {
        Settling memory s = lasting(72 hours);
        vm.warp(END - 1);
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionNotEnded.selector, END));
        vm.warp(EXPIRED);
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionExpired.selector, EXPIRED));
        vm.warp(EXPIRED - 1);
        settle(s);
        assertOver(s);
    }

    function test_AtTheEndItself() public {
        Settling memory s = lasting(72 hours);
        vm.warp(END);
        settle(s);
        assertOver(s);
    }

    function testFuzz_AnyTimes(uint256 end, uint256 length, uint256 moment) public {
        Settling memory s = lasting(1);
        s.order.endTime = bound(end, END + 100, type(uint40).max - 1);
        s.order.expiredTime = bound(length, s.order.endTime, type(uint40).max);
        s.order.key.salt = saltOf(5, START, s.order.expiredTime);
        resign(s);
        moment = bound(moment, s.order.endTime - 100, s.order.expiredTime + 100);
        vm.assertEq(bytes32(answer(s, moment)), bytes32(expected(s, moment)), "what the time says");
    }
}
