// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AuctionBase} from "../../base/AuctionBase.sol";
import {AuctionHandler} from "./Handler.sol";

contract AuctionInvariantTest is AuctionBase {
    AuctionHandler private handler;

    function setUp() public override {
        super.setUp();
        handler = new AuctionHandler(auction, proxy);
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function invariant_AllHolds() public view {
        everybodyHasHisPart();
        everyCallEndsAsTheBooksSay();
    }

    function everybodyHasHisPart() private view {
        uint256 sum = held(alice) + held(bob) + held(eve) + held(carol) + held(treasury);
        for (uint256 i; i < 6; ++i) {
            sum += held(handler.loser(i));
        }
        vm.assertEq(sum, 2 * handler.INITIAL_BALANCE(), "money is constant");
        vm.assertEq(held(address(auction)) + held(address(proxy)), 0, "nothing is held");
        vm.assertEq(address(auction).balance + address(proxy).balance, 0, "no coin either");
    }

    function held(address account) private view returns (uint256 balance) {
        balance = handler.pay().balanceOf(account);
        vm.assertEq(balance, handler.due(account), "what the books say");
    }

    function everyCallEndsAsTheBooksSay() private view {
        vm.assertTrue(!handler.wasWrong(), "right");
        uint256 moved = handler.itemsDue(bob) + handler.itemsDue(eve);
        vm.assertEq(handler.item().balanceOf(bob, 1), handler.itemsDue(bob), "the first bidder's");
        vm.assertEq(handler.item().balanceOf(eve, 1), handler.itemsDue(eve), "the second bidder's");
        vm.assertEq(handler.item().balanceOf(alice, 1), 1e9 - moved, "the owner's");
    }
}
