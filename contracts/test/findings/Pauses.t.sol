// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IFees} from "../../src/fees/IFees.sol";
import {AuctionBase} from "../base/AuctionBase.sol";

/// @notice Pauses of the auction exchange, whose settlements have a window that a chain of pauses could cover.
contract PausesTest is AuctionBase {
    function pause(uint256 duration) private {
        vm.prank(operator);
        auction.pause(duration);
    }

    function pauseReverts(uint256 from) private {
        vm.expectRevert(abi.encodeWithSelector(IFees.FeesPauseTooSoon.selector, from));
        vm.prank(operator);
        auction.pause(1);
    }

    /// [F-6] As the finding did: a pause a second before the last one ends.
    function test_F6_WhenPausesAreChainedOverAWindow() public {
        vm.warp(END - 1);
        pause(24 hours);
        for (uint256 at = END + 1 hours; at < END + 48 hours - 1; at += 1 hours) {
            vm.warp(at);
            if (at < END - 1 + 48 hours) pauseReverts(at < END - 1 + 24 hours ? 2 * at - (END - 1) : END - 1 + 48 hours);
        }
        vm.warp(END + 30 hours);
        settle(settlingOf(anAuction(address(nft)), losers(0)));
        vm.assertEq(nft.ownerOf(1), bob, "settled in the open part of the window");
    }

    /// [F-6]
    function test_F6_RevertGiven_APauseRuns() public {
        pause(10 hours);
        vm.warp(END + 4 hours);
        pauseReverts(END + 8 hours);
        vm.assertEq(auction.pausedUntil(), END + 10 hours, "as it was");
    }

    /// [F-6]
    function test_F6_RevertGiven_APauseEndedByItself() public {
        pause(10 hours);
        vm.warp(END + 20 hours - 1);
        pauseReverts(END + 20 hours);
        vm.warp(END + 20 hours);
        pause(1);
        vm.assertEq(auction.pausedUntil(), END + 20 hours + 1, "paused again");
    }

    /// [F-6]
    function test_F6_RevertGiven_APauseWasEndedEarly() public {
        pause(10 hours);
        vm.warp(END + 2 hours);
        vm.prank(operator);
        auction.unpause();
        vm.assertEq(auction.pausedUntil(), 0, "open");
        vm.assertEq(auction.nextPauseFrom(), END + 4 hours, "as long as it lasted");
        vm.warp(END + 4 hours - 1);
        pauseReverts(END + 4 hours);
        vm.warp(END + 4 hours);
        pause(24 hours);
        vm.assertEq(auction.pausedUntil(), END + 28 hours, "paused again");
    }

    /// [F-6] Ending what is over already does not move the time from which a pause is possible.
    function test_F6_WhenUnpauseComesLate() public {
        pause(10 hours);
        vm.warp(END + 15 hours);
        vm.prank(operator);
        auction.unpause();
        vm.assertEq(auction.nextPauseFrom(), END + 20 hours, "counted from the end");
    }

    /// [F-6]
    function testFuzz_F6_NeverCoversMoreThanHalf(uint256 seed) public {
        uint256 paused;
        uint256 began = vm.getBlockTimestamp();
        for (uint256 i; i < 12; ++i) {
            uint256 word = uint256(keccak256(abi.encode(seed, i)));
            uint256 wanted = word % 24 hours + 1;
            vm.warp(vm.getBlockTimestamp() + (word >> 64) % 12 hours);
            uint256 from = auction.nextPauseFrom();
            vm.prank(operator);
            try auction.pause(wanted) {
                vm.assertGe(vm.getBlockTimestamp(), from, "in its time");
                uint256 lasts = (word >> 128) % wanted;
                vm.warp(vm.getBlockTimestamp() + lasts);
                vm.prank(operator);
                auction.unpause();
                paused += lasts;
            } catch {
                vm.assertLe(vm.getBlockTimestamp(), from, "too soon");
            }
        }
        uint256 open = auction.nextPauseFrom();
        if (open < vm.getBlockTimestamp()) open = vm.getBlockTimestamp();
        vm.assertLe(paused * 2, open - began, "open as long as paused");
    }
}
