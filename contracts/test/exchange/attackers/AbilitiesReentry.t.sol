// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IExchange} from "../../../src/exchange/IExchange.sol";
import {Acceptance, Order, Sig} from "../../../src/exchange/OrderTypes.sol";
import {IPayouts} from "../../../src/fees/IPayouts.sol";
import {AbilitiesBase} from "../../base/AbilitiesBase.sol";
import {HostileERC1155} from "../../base/Hostile1155.sol";
import {HostileMint} from "../../base/HostileMint.sol";
import {MoodyERC20} from "../../base/MoodyERC20.sol";
import {HostileMover, Wallet} from "../../base/Wallet.sol";

/// @notice Each of the thirteen calls that move or pay, from each place where foreign code runs in a fill of the new kinds.
contract AbilitiesReentryTest is AbilitiesBase {
    HostileMover private mover;
    bytes[] private calls;

    function setUp() public override {
        super.setUp();
        mover = new HostileMover();
        mover.give(alice, 1);
        mover.give(alice, 2);
        approveItems(address(mover));
        calls = doors();
    }

    function assertShut(bool entered, bytes4 why) private pure {
        vm.assertEq(bytes32(why), bytes32(IPayouts.PayoutReentered.selector), "why");
        vm.assertTrue(!entered, "shut");
    }

    /// Holds: the guard of the documented form, and that a fill takes hash and least of its criteria bid with it.
    function test_WhenAnItemReentersACriteriaBid() public {
        Order memory order = criteriaBid(address(mover), 3);
        bytes memory signature = bobs(order);
        Sig memory sig = signed(BOB_KEY, exchange.digestByTerms(order, address(0)));
        for (uint256 i; i < calls.length; ++i) {
            uint256 snapshot = vm.snapshotState();
            mover.reenter(address(exchange), calls[i]);
            acceptAny(order, signature, 1, 1, 0.975 ether);
            assertShut(mover.entered(), mover.why());
            vm.assertEq(mover.ownerOf(1), bob, "item");
            vm.assertEq(exchange.filled(bob, order.key.salt), 1, "one of two");
            assertPaid(1, 0);
            vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeTermsInvalid.selector, CRITERIA));
            vm.prank(alice);
            exchange.exchange(order, sig, FEE, none(), PRICE, address(0));
            assertFree(0);
            vm.revertToState(snapshot);
        }
    }

    /// Holds: the same for units, which move by the other branch.
    function test_WhenAnERC1155ReentersACriteriaBid() public {
        HostileERC1155 hostile = new HostileERC1155();
        hostile.give(alice, 7, 10);
        approveItems(address(hostile));
        Order memory order = criteriaBid(address(hostile), 2);
        bytes memory signature = bobs(order);
        for (uint256 i; i < calls.length; ++i) {
            uint256 snapshot = vm.snapshotState();
            hostile.reenter(exchange, calls[i]);
            acceptAny(order, signature, 7, 2, 1.95 ether);
            assertShut(hostile.entered(), bytes4(hostile.why()));
            vm.assertEq(hostile.balanceOf(bob, 7), 2, "units");
            vm.assertTrue(exchange.isSpent(bob, order.key.salt), "all that Bob bid for");
            assertPaid(2, 0);
            assertFree(0);
            vm.revertToState(snapshot);
        }
    }

    /// Holds: the guard stays closed over fee, royalty and the rest.
    function test_WhenTheMoneyReentersACriteriaBid() public {
        MoodyERC20 moody = new MoodyERC20();
        moody.give(bob, 10 ether);
        vm.prank(bob);
        moody.approve(address(proxy), 10 ether);
        Order memory order = criteriaBid(address(royal), 3);
        order.key.sellAsset.token = address(moody);
        bytes memory signature = bobs(order);
        address[4] memory accounts = [bob, alice, carol, treasury];
        for (uint256 i; i < calls.length * 4; ++i) {
            uint256 snapshot = vm.snapshotState();
            moody.hook(accounts[i % 4], address(exchange), calls[i / 4]);
            acceptAny(order, signature, 1, 1, 0.925 ether);
            vm.assertEq(moody.calls(), i % 4 == 0 ? 3 : 1, "each hook ran");
            assertShut(moody.passed() != 0, moody.why());
            vm.assertEq(royal.ownerOf(1), bob, "item");
            vm.assertEq(moody.balanceOf(bob), 8.975 ether, "paid once");
            vm.assertEq(moody.balanceOf(alice), 0.925 ether, "proceeds");
            vm.assertEq(moody.balanceOf(carol), 0.05 ether, "royalty");
            vm.assertEq(moody.balanceOf(treasury), 0.05 ether, "fees");
            assertFree(0);
            vm.revertToState(snapshot);
        }
    }

    /// Holds: the guard is closed while the bidder's contract takes the item, before any account is paid.
    function test_WhenABidderReentersAsItReceives() public {
        Wallet wallet = new Wallet(bob);
        pay.give(address(wallet), 10 ether);
        wallet.act(address(pay), abi.encodeCall(pay.approve, (address(proxy), 10 ether)));
        Order memory order = criteriaBid(address(royal), 3);
        order.key.owner = address(wallet);
        bytes memory signature = bobs(order);
        for (uint256 i; i < calls.length; ++i) {
            uint256 snapshot = vm.snapshotState();
            wallet.reenter(exchange, calls[i]);
            acceptAny(order, signature, 1, 1, 0.925 ether);
            assertShut(wallet.entered(), wallet.why());
            vm.assertEq(royal.ownerOf(1), address(wallet), "item");
            vm.assertEq(pay.balanceOf(address(wallet)), 8.975 ether, "paid once");
            vm.assertEq(pay.balanceOf(alice), 0.925 ether, "proceeds");
            vm.assertEq(pay.balanceOf(carol), 0.05 ether, "royalty");
            assertFree(0);
            vm.revertToState(snapshot);
        }
    }

    /// Holds: `acceptBids` asks whether it is free, and each of its lines closes the guard by itself.
    function test_WhenAnItemReentersAcceptances() public {
        Acceptance memory first = acceptance(criteriaBid(address(mover), 3), 1);
        Acceptance memory second = acceptance(plainBid(), 1);
        for (uint256 i; i < calls.length; ++i) {
            uint256 snapshot = vm.snapshotState();
            mover.reenter(address(exchange), calls[i]);
            bool[] memory done = acceptPair(first, second);
            assertShut(mover.entered(), mover.why());
            vm.assertTrue(done[0] && done[1], "both");
            vm.assertEq(mover.ownerOf(1), bob, "the hostile item");
            vm.assertEq(nft.ownerOf(1), bob, "the other");
            assertPaid(2, 0);
            assertFree(0);
            vm.revertToState(snapshot);
        }
    }

    /// Holds: the guard over the payout of a sale to one account, which a contract signed.
    function test_WhenTheSellerOfAPrivateSaleReenters() public {
        (Wallet wallet, Order memory order) = walletsSale();
        order.key.salt |= PRIVATE << 64;
        sellsAndReenters(wallet, order, signedFor(ALICE_KEY, order, bob));
    }

    /// Holds: the same for a leaf of a tree that a contract signed.
    function test_WhenTheSellerOfALeafReenters() public {
        (Wallet wallet, Order memory order) = walletsSale();
        sellsAndReenters(wallet, order, leafOf(ALICE_KEY, order));
    }

    function walletsSale() private returns (Wallet wallet, Order memory order) {
        wallet = new Wallet(alice);
        nft.give(address(wallet), 2);
        wallet.act(address(nft), abi.encodeCall(nft.setApprovalForAll, (address(proxy), true)));
        order = aSale();
        (order.key.owner, order.key.sellAsset.tokenId) = (address(wallet), 2);
    }

    function sellsAndReenters(Wallet wallet, Order memory order, bytes memory signature) private {
        for (uint256 i; i < calls.length; ++i) {
            uint256 snapshot = vm.snapshotState();
            wallet.reenter(exchange, calls[i]);
            buyBy(order, signature, 1);
            assertShut(wallet.entered(), wallet.why());
            vm.assertEq(nft.ownerOf(2), bob, "item");
            vm.assertEq(address(wallet).balance, 0.975 ether, "proceeds");
            vm.assertEq(bob.balance, 1000 ether - 1.025 ether, "paid once");
            vm.assertGe(wallet.balanceSeen(), wallet.claimableSeen(), "covered inside");
            assertFree(0.05 ether);
            vm.revertToState(snapshot);
        }
    }

    /// Holds: the guard over the item of a leaf, which moves after the tree was checked.
    function test_WhenTheItemOfALeafReenters() public {
        Order memory order = aSale(address(mover));
        bytes memory signature = leafOf(ALICE_KEY, order);
        for (uint256 i; i < calls.length; ++i) {
            uint256 snapshot = vm.snapshotState();
            mover.reenter(address(exchange), calls[i]);
            buyBy(order, signature, 1);
            assertShut(mover.entered(), mover.why());
            vm.assertEq(mover.ownerOf(1), bob, "item");
            vm.assertEq(alice.balance, 0.975 ether, "proceeds");
            assertFree(0.05 ether);
            vm.revertToState(snapshot);
        }
    }

    /// Holds: the guard over the mint that comes before the bytes are looked at.
    function test_WhenAMintByBytesReenters() public {
        HostileMint minting = new HostileMint(exchange);
        Order memory order = aSale();
        order.key.sellAsset = item(address(minting), 7, 5);
        bytes memory signature = signedFor(ALICE_KEY, order, address(0));
        for (uint256 i; i < calls.length; ++i) {
            uint256 snapshot = vm.snapshotState();
            minting.reenter(calls[i], 0);
            vm.prank(bob);
            exchange.exchange{value: 1.025 ether}(order, signature, FEE, none(), 1, address(0), "x");
            vm.assertEq(minting.tries(), 1, "tried");
            assertShut(minting.entered(), minting.why());
            vm.assertEq(minting.ownerOf(7), bob, "item");
            vm.assertEq(alice.balance, 0.975 ether, "proceeds");
            vm.assertGe(minting.balanceSeen(), minting.claimableSeen() + 1.025 ether, "covered inside");
            assertFree(0.05 ether);
            vm.revertToState(snapshot);
        }
    }
}
