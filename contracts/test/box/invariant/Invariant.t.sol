// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Box, BoxOrder} from "../../../src/box/BoxTypes.sol";
import {Asset} from "../../../src/exchange/OrderTypes.sol";
import {BoxBase} from "../../base/BoxBase.sol";
import {OldERC20} from "../../base/Tokens.sol";
import {BoxActors} from "./Actors.sol";
import {BoxHandler} from "./Handler.sol";
import {KittyActors} from "./KittyActors.sol";

/// @notice What holds whatever pays, and however boxes are filled.
abstract contract BoxInvariants is BoxBase {
    uint256 private constant START_COIN = 1e6 ether;

    BoxHandler internal handler;
    BoxActors internal others;
    KittyActors internal kitties;
    bytes32 internal id;
    Asset internal money;
    uint256[4] private stock;

    /// @dev Sixty boxes of three; with repetition there is more of a kind than boxes.
    function begin(Asset memory money_, bool repeat) internal {
        money = money_;
        stock = repeat ? [uint256(100), 40, 30, 10] : [uint256(60), 50, 40, 30];
        BoxOrder memory order = aBox(money_);
        order.key.sellAssets = new Asset[](4);
        order.assetAmounts = new uint256[](4);
        order.uris = new string[](4);
        for (uint256 i; i < 4; ++i) {
            multi.give(alice, 20 + i, stock[i]);
            order.key.sellAssets[i] = i < 2 ? Asset(address(multi), 20 + i, 2) : Asset(address(prizes), i - 1, 5);
            (order.assetAmounts[i], order.uris[i]) = (stock[i], i == 2 ? "/ipfs/A" : i == 3 ? "/ipfs/B" : "");
        }
        (order.opening, order.repeat, order.endTime) = (3, repeat, START + 10_000 days);
        order.buying = 60 * (money.assetType == 2 ? 3 : PRICE);
        handler = new BoxHandler(box, box.hashBox(order), money_);
        bytes32 first = handler.anchor0();
        vm.prank(alice);
        id = box.register(order, first, 12, PRICE);
        bonded(id, 10 * PRICE);
        others = new BoxActors(box, address(prizes), order.endTime);
        kitties = new KittyActors(box, order.endTime);
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](3);
        (targets[0], targets[1], targets[2]) = (address(handler), address(others), address(kitties));
    }

    /// One function asserts all: forge plays the same calls once for each.
    function invariant_AllHolds() public view {
        onlyServedAccountsNameKinds();
        oldTokensAreSomewhere();
        everyPrizeIsSomewhere();
        theBooksAgree();
        theMoneyHasItsReasons();
    }

    /// @dev Of what pays for the boxes.
    function theMoneyHasItsReasons() internal view virtual;

    /// A hostile collection with a series of its own, and an account that names kinds of a collection that does not serve it.
    function onlyServedAccountsNameKinds() private view {
        vm.assertTrue(!others.wasWrong(), "no series names kinds without being served");
        vm.assertEq(others.hostile().entered(), 0, "shut out");
        vm.assertEq(others.items(), others.stock(), "of the hostile: given, kept and left");
    }

    /// A series of old tokens, which are asked for approvals and paused.
    function oldTokensAreSomewhere() private view {
        vm.assertTrue(!kitties.wasWrong(), "given whenever the token lets them go");
        uint256 here = kitties.here();
        vm.assertEq(kitties.kitties().balanceOf(address(box)), here, "the kitty that is not given lies here");
        vm.assertEq(kitties.given() + here, kitties.STOCK(), "of kitties: given, kept and left");
    }

    /// @dev Coin that others have here: bonds, payments that wait, credits and fees.
    function coinOfOthers() internal view returns (uint256) {
        return others.held() + kitties.held() + box.totalClaimable() + others.fees() + kitties.fees() - treasury.balance;
    }

    function everyPrizeIsSomewhere() private view {
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

    function theBooksAgree() private view {
        Box memory stored = box.boxOf(id);
        vm.assertTrue(!handler.wasWrong(), "right");
        vm.assertEq(stored.pending, handler.waiting(), "pending");
        vm.assertEq(stored.left + stored.pending + handler.drawnBoxes(), 60, "boxes");
        vm.assertEq(stored.head, handler.head(), "head");
        vm.assertEq(stored.next, handler.next(), "next");
        vm.assertEq(stored.bond, handler.bond(), "bond");
        vm.assertTrue(stored.isStopped == handler.isStopped(), "stopped");
        vm.assertGe(handler.bond(), handler.waiting() * PRICE, "the bond covers what waits");
    }

    /// @dev What the owner has in the money of the bond.
    function ownerHas(uint256 has, uint256 perBox) internal view {
        uint256 paid = handler.drawnBoxes() * perBox;
        vm.assertEq(has, START_COIN + paid - handler.bond() - handler.lostBond(), "the owner's, less what it lost");
    }
}

contract BoxInvariantTest is BoxInvariants {
    function setUp() public override {
        super.setUp();
        begin(coin(), false);
    }

    /// Every coin.
    function theMoneyHasItsReasons() internal view override {
        uint256 reasons = handler.bond() + handler.waiting() * DUE + handler.fees() + coinOfOthers();
        vm.assertEq(address(box).balance, reasons, "coin");
        ownerHas(alice.balance, 0.975 ether);
    }
}

contract BoxTokenInvariantTest is BoxInvariants {
    OldERC20 private old;

    function setUp() public override {
        super.setUp();
        old = new OldERC20();
        old.setBlocked(treasury);
        begin(Asset(address(old), 0, 1), true);
    }

    /// Every unit of the token.
    function theMoneyHasItsReasons() internal view override {
        uint256 fees = box.claimableTokens(address(old), treasury);
        uint256 credit = box.claimableTokens(address(old), address(handler.poor()));
        vm.assertEq(fees, handler.drawnBoxes() * 0.05 ether, "fees");
        vm.assertEq(old.balanceOf(address(box)), handler.bond() + handler.waiting() * DUE + fees + credit, "units");
        vm.assertEq(address(box).balance, coinOfOthers(), "coin");
        ownerHas(old.balanceOf(alice), 0.975 ether);
    }
}

contract BoxTicketInvariantTest is BoxInvariants {
    function setUp() public override {
        super.setUp();
        begin(ticket(), true);
    }

    /// Every ticket.
    function theMoneyHasItsReasons() internal view override {
        uint256 waits = box.kept(id, address(handler.picky()), 255);
        vm.assertEq(multi.balanceOf(address(box), 9), 3 * handler.waiting() + waits, "tickets");
        vm.assertEq(multi.balanceOf(address(1), 9), 3 * handler.drawnBoxes(), "burnt");
        vm.assertEq(address(box).balance, handler.bond() + coinOfOthers(), "coin");
        ownerHas(alice.balance, 0);
    }
}
