// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Box, BoxOrder} from "../../../src/box/BoxTypes.sol";
import {Asset} from "../../../src/exchange/OrderTypes.sol";
import {BoxBase} from "../../base/BoxBase.sol";
import {BoxHandler} from "./Handler.sol";

contract BoxInvariantTest is BoxBase {
    BoxHandler private handler;
    bytes32 private id;
    uint256[4] private stock = [uint256(60), 50, 40, 30];

    function setUp() public override {
        super.setUp();
        BoxOrder memory order = aBox(coin());
        order.key.sellAssets = new Asset[](4);
        order.assetAmounts = new uint256[](4);
        order.uris = new string[](4);
        for (uint256 i; i < 4; ++i) {
            multi.give(alice, 20 + i, stock[i]);
            order.key.sellAssets[i] = i < 2 ? Asset(address(multi), 20 + i, 2) : Asset(address(prizes), i - 1, 5);
            (order.assetAmounts[i], order.uris[i]) = (stock[i], i == 2 ? "/ipfs/A" : i == 3 ? "/ipfs/B" : "");
        }
        (order.opening, order.buying, order.endTime) = (3, 60 * PRICE, START + 10_000 days);
        handler = new BoxHandler(box, box.hashBox(order));
        bytes32 first = handler.anchor0();
        vm.prank(alice);
        id = box.register(order, first, 12, PRICE);
        bonded(id, 10 * PRICE);
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function invariant_EveryPrizeIsSomewhere() public view {
        uint256[] memory left = box.leftOf(id);
        uint256 sum;
        for (uint256 kind; kind < 4; ++kind) {
            uint256 waits = box.kept(id, address(handler.picky()), kind);
            sum += left[kind];
            if (kind < 2) {
                uint256 here = multi.balanceOf(address(box), 20 + kind);
                vm.assertEq(here, left[kind] + waits, "what is not given lies here");
                uint256 given = multi.balanceOf(bob, 20 + kind) + multi.balanceOf(carol, 20 + kind)
                    + multi.balanceOf(address(handler.picky()), 20 + kind) + multi.balanceOf(address(handler.poor()), 20 + kind);
                vm.assertEq(given + here, stock[kind], "given, kept and left");
            } else {
                vm.assertEq(prizes.minted(kind - 1) + waits + left[kind], stock[kind], "minted, kept and left");
            }
        }
        vm.assertEq(sum, 3 * (60 - handler.drawnBoxes()), "boxes not drawn");
    }

    function invariant_EveryCoinHasItsReason() public view {
        uint256 reasons = handler.bond() + handler.waiting() * DUE + handler.fees() + box.totalClaimable();
        vm.assertEq(address(box).balance, reasons, "coin");
        vm.assertGe(handler.bond(), handler.waiting() * PRICE, "the bond covers what waits");
    }

    function invariant_TheBooksAgree() public view {
        Box memory stored = box.boxOf(id);
        vm.assertTrue(!handler.wasWrong(), "right");
        vm.assertEq(stored.pending, handler.waiting(), "pending");
        vm.assertEq(stored.left + stored.pending + handler.drawnBoxes(), 60, "boxes");
        vm.assertEq(stored.head, handler.head(), "head");
        vm.assertEq(stored.next, handler.next(), "next");
        vm.assertEq(stored.bond, handler.bond(), "bond");
        vm.assertTrue(stored.isStopped == handler.isStopped(), "stopped");
    }
}
