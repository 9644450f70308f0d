// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC1155Errors, IERC721Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {IExchange} from "../../../src/exchange/IExchange.sol";
import {IFullExchange} from "../../../src/exchange/IFullExchange.sol";
import {Acceptance, Order} from "../../../src/exchange/OrderTypes.sol";
import {IPayouts} from "../../../src/fees/IPayouts.sol";
import {ITransferProxy} from "../../../src/transfer/ITransferProxy.sol";
import {AbilitiesBase} from "../../base/AbilitiesBase.sol";
import {Actor} from "../../base/Actor.sol";
import {HostileERC721, Mood} from "../../base/Hostile.sol";
import {HybridToken} from "../../base/Hybrids.sol";
import {MoodyERC20, Taking} from "../../base/MoodyERC20.sol";
import {BurningFeeListERC721, FalseERC20, LazyERC721, OldERC20, TaxedERC20} from "../../base/Tokens.sol";
import {VaultERC721} from "../../base/Vaults.sol";
import {Answer, BurningWallet, HostileMover, Wallet} from "../../base/Wallet.sol";
import {EarlyERC721} from "../../findings/StarvedRoyalty.t.sol";

/// @notice Asked for its signature, it tries to end everything, and confirms the signature only where that failed.
contract Prying {
    IFullExchange private immutable _exchange;

    constructor(IFullExchange exchange_) {
        _exchange = exchange_;
    }

    function approve(address token, address spender) external {
        OldERC20(token).approve(spender, 10 ether);
    }

    function end() external {
        _exchange.endEverything();
    }

    function isValidSignature(bytes32, bytes calldata) external returns (bytes4) {
        (bool ok,) = address(this).call{gas: 300_000}(abi.encodeCall(this.end, ()));
        return ok ? bytes4(0) : this.isValidSignature.selector;
    }

    function onERC721Received(address, address, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC721Received.selector;
    }
}

/// @notice Items, tokens and accounts that break their standards, against the forms of the module.
contract AbilitiesHostileTest is AbilitiesBase {
    function inMoney(address token) private returns (Order memory order) {
        vm.prank(bob);
        OldERC20(token).approve(address(proxy), 100 ether);
        order = criteriaBid(address(royal), 3);
        order.key.sellAsset.token = token;
    }

    /// @dev Alone it is refused with that, and nothing moves; among others it is skipped, and costs them nothing.
    function refused(Order memory order, uint256 id, bytes memory why) private {
        bytes memory signature = bobs(order);
        uint256 snapshot = vm.snapshotState();
        vm.expectRevert(why);
        acceptAny(order, signature, id, 1, 0);
        vm.assertEq(exchange.filled(order.key.owner, order.key.salt), 0, "uncounted");
        assertFree(0);
        vm.revertToState(snapshot);
        bool[] memory done = acceptPair(acceptance(order, id), acceptance(plainBid(), 1));
        vm.assertTrue(!done[0] && done[1], "the other");
        vm.assertEq(exchange.filled(order.key.owner, order.key.salt), 0, "uncounted");
        assertPaid(1, 0);
        assertFree(0);
        vm.revertToState(snapshot);
    }

    /// Holds: what arrives is measured.
    function test_RevertWhen_TheMoneyOfACriteriaBidIsTaxed() public {
        TaxedERC20 taxed = new TaxedERC20();
        taxed.give(bob, 10 ether);
        refused(inMoney(address(taxed)), 1, abi.encodeWithSelector(IExchange.ExchangePaymentShort.selector, taxed, 0.925 ether));
        vm.assertEq(taxed.balanceOf(bob), 10 ether, "unmoved");
        vm.assertEq(royal.ownerOf(1), alice, "kept");
    }

    /// Holds: the answer of the transfer is looked at.
    function test_RevertWhen_TheMoneyOfACriteriaBidAnswersFalse() public {
        FalseERC20 lying = new FalseERC20();
        lying.give(bob, 1.025 ether - 1);
        refused(inMoney(address(lying)), 1, abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, lying));
        vm.assertEq(lying.balanceOf(bob), 1.025 ether - 1, "unmoved");
        vm.assertEq(royal.ownerOf(1), alice, "kept");
    }

    /// Holds: no bid is accepted whose seller cannot be paid.
    function test_RevertWhen_TheSellerIsBlockedByABidsMoney() public {
        OldERC20 blocking = new OldERC20();
        blocking.give(bob, 10 ether);
        blocking.setBlocked(alice);
        refused(inMoney(address(blocking)), 1, abi.encodeWithSignature("Error(string)", "blocked"));
        vm.assertEq(blocking.balanceOf(bob), 10 ether, "unmoved");
        vm.assertEq(royal.ownerOf(1), alice, "kept");
    }

    /// Holds: fee and royalty are tried, never asked for.
    function test_WhenABidsMoneyBlocksCreatorAndBeneficiary() public {
        OldERC20 blocking = new OldERC20();
        blocking.give(bob, 10 ether);
        blocking.setBlocked(carol);
        blocking.setBlocked(treasury);
        Order memory order = inMoney(address(blocking));
        bool[] memory done = acceptPair(acceptance(order, 1), acceptance(plainBid(), 1));
        vm.assertTrue(done[0] && done[1], "both");
        vm.assertEq(royal.ownerOf(1), bob, "item");
        vm.assertEq(blocking.balanceOf(alice), 0.975 ether, "with the royalty");
        vm.assertEq(blocking.balanceOf(address(exchange)), 0.05 ether, "the fee waits");
        assertPaid(1, 0);
        assertFree(0);
    }

    /// Holds: a tried payment has a bound of gas, and its answer is not copied.
    function test_WhenACreatorSpoilsItsRoyaltyOfABid() public {
        MoodyERC20 moody = new MoodyERC20();
        moody.give(bob, 10 ether);
        Order memory order = inMoney(address(moody));
        Acceptance memory first = acceptance(order, 1);
        Acceptance memory second = acceptance(plainBid(), 1);
        Taking[4] memory ways = [Taking.Refuses, Taking.Burns, Taking.Bombs, Taking.Denies];
        for (uint256 i; i < 4; ++i) {
            uint256 snapshot = vm.snapshotState();
            moody.set(carol, ways[i], 0);
            bool[] memory done = acceptPair(first, second);
            vm.assertTrue(done[0] && done[1], "both");
            vm.assertEq(royal.ownerOf(1), bob, "item");
            vm.assertEq(moody.balanceOf(alice), 0.975 ether, "with the royalty");
            vm.assertEq(moody.balanceOf(treasury), 0.05 ether, "fees");
            vm.assertEq(moody.balanceOf(bob), 8.975 ether, "paid once");
            assertFree(0);
            vm.revertToState(snapshot);
        }
    }

    /// Holds: royalties are read with bounded gas and bounded answers, and are a tenth at most.
    function test_WhenARoyaltyReaderSpoilsABid() public {
        for (uint256 mood = 1; mood <= uint256(type(Mood).max); ++mood) {
            uint256 snapshot = vm.snapshotState();
            HostileERC721 hostile = new HostileERC721(Mood(mood), carol);
            hostile.give(alice, 1);
            approveItems(address(hostile));
            Acceptance memory first = acceptance(criteriaBid(address(hostile), 3), 1);
            bool[] memory done = acceptPair(first, acceptance(plainBid(), 1));
            vm.assertTrue(done[0] && done[1], "both");
            vm.assertEq(hostile.ownerOf(1), bob, "item");
            assertPaid(2, Mood(mood) == Mood.Huge ? 0.1 ether : 0);
            assertFree(0);
            vm.revertToState(snapshot);
        }
    }

    /// Holds: a line has a bound of gas, and its answer is not copied.
    function test_WhenAnItemOfABidBurnsOrBombs() public {
        HostileMover mover = new HostileMover();
        mover.give(alice, 1);
        approveItems(address(mover));
        Order memory order = criteriaBid(address(mover), 3);
        for (uint256 mood = 1; mood <= 3; ++mood) {
            mover.set(mood);
            uint256 snapshot = vm.snapshotState();
            bool[] memory done = acceptPair(acceptance(order, 1), acceptance(plainBid(), 1));
            vm.assertTrue(!done[0] && done[1], "the other");
            vm.assertEq(mover.ownerOf(1), alice, "kept");
            vm.assertEq(exchange.filled(bob, order.key.salt), 0, "uncounted");
            assertPaid(1, 0);
            assertFree(0);
            vm.revertToState(snapshot);
        }
    }

    /// Holds: the owner of an old item is asked before and after it moves.
    function test_RevertWhen_TheItemOfACriteriaBidDoesNotMove() public {
        LazyERC721 lazy = new LazyERC721();
        lazy.give(alice, 1);
        approveItems(address(lazy));
        bytes memory why = abi.encodeWithSelector(ITransferProxy.TransferProxyItemNotMoved.selector, lazy, 1);
        refused(criteriaBid(address(lazy), 4), 1, why);
    }

    /// Holds: money and item are compared after the id took the place of the root.
    function test_RevertWhen_TheItemOfACriteriaBidIsItsMoney() public {
        HybridToken hybrid = new HybridToken();
        hybrid.give(alice, 1, 0);
        hybrid.give(bob, 20, 0);
        vm.prank(alice);
        hybrid.setApprovalForAll(address(proxy), true);
        Order memory order = inMoney(address(hybrid));
        order.key.buyAsset.token = address(hybrid);
        uint256 rare = hybrid.ITEMS() + 1;
        refused(order, rare, abi.encodeWithSelector(IExchange.ExchangeMoneyInvalid.selector, hybrid, 0, 1));
        vm.assertEq(hybrid.ownerOf(rare), alice, "kept");
        vm.assertEq(hybrid.balanceOf(bob), 20 ether, "unmoved");
    }

    /// Holds: only the magic value itself, whole and alone, is a yes.
    function test_RevertWhen_ABidderLies() public {
        Wallet wallet = new Wallet(bob);
        pay.give(address(wallet), 10 ether);
        wallet.act(address(pay), abi.encodeCall(pay.approve, (address(proxy), 10 ether)));
        Order memory order = criteriaBid(address(royal), 3);
        order.key.owner = address(wallet);
        for (uint256 i = 1; i <= uint256(type(Answer).max); ++i) {
            // Its first word is a yes.
            if (Answer(i) == Answer.Bomb) continue;
            wallet.answerBy(Answer(i));
            refused(order, 1, abi.encodeWithSelector(IExchange.ExchangeSignatureInvalid.selector, wallet));
        }
        vm.assertEq(pay.balanceOf(address(wallet)), 10 ether, "unpaid");
        vm.assertEq(royal.ownerOf(1), alice, "kept");
    }

    /// Holds: an owner is asked in a static call, so that its answer changes nothing.
    function test_WhenABidderEndsEverythingAsItIsAsked() public {
        Prying owner = new Prying(exchange);
        pay.give(address(owner), 10 ether);
        owner.approve(address(pay), address(proxy));
        Order memory order = criteriaBid(address(nft), 3);
        order.key.owner = address(owner);
        acceptAny(order, "", 1, 1, 0);
        vm.assertEq(nft.ownerOf(1), address(owner), "its signature counted");
        vm.assertEq(exchange.epochOf(address(owner)), 0, "nothing ended");
        vm.assertEq(pay.balanceOf(alice), 0.975 ether, "proceeds");
        owner.end();
        nft.give(alice, 2);
        vm.expectRevert(spent(address(owner), 60));
        acceptAny(order, "", 2, 1, 0);
        assertFree(0);
    }

    /// Holds: a seller that spoils its payout is credited, of a private sale and of a leaf alike.
    function test_WhenASellerSpoilsItsPayout() public {
        Mood[3] memory moods = [Mood.Refuse, Mood.Burn, Mood.Bomb];
        for (uint256 i; i < 6; ++i) {
            uint256 snapshot = vm.snapshotState();
            Wallet wallet = new Wallet(alice);
            nft.give(address(wallet), 2);
            wallet.act(address(nft), abi.encodeCall(nft.setApprovalForAll, (address(proxy), true)));
            wallet.set(moods[i % 3]);
            Order memory order = aSale();
            (order.key.owner, order.key.sellAsset.tokenId) = (address(wallet), 2);
            if (i < 3) order.key.salt |= PRIVATE << 64;
            buyBy(order, i < 3 ? signedFor(ALICE_KEY, order, bob) : leafOf(ALICE_KEY, order), 1);
            vm.assertEq(nft.ownerOf(2), bob, "item");
            vm.assertEq(exchange.claimable(address(wallet)), 0.975 ether, "credited");
            vm.assertEq(address(exchange).balance, 1.025 ether, "beside the fee");
            wallet.set(Mood.Calm);
            wallet.act(address(exchange), abi.encodeCall(IPayouts.claim, (address(wallet), address(wallet))));
            vm.assertEq(address(wallet).balance, 0.975 ether, "claimed");
            assertFree(0.05 ether);
            vm.revertToState(snapshot);
        }
    }

    /// Holds: a reader has its own bound of gas, twice, and the line has enough for both.
    function test_WhenARoyaltyReaderBurnsNearlyAllItGets() public {
        BurningFeeListERC721 burning = new BurningFeeListERC721();
        burning.add(carol, 500);
        burning.give(alice, 1);
        approveItems(address(burning));
        Acceptance memory first = acceptance(criteriaBid(address(burning), 3), 1);
        bool[] memory done = acceptPair(first, acceptance(plainBid(), 1));
        vm.assertTrue(done[0] && done[1], "both");
        vm.assertEq(burning.ownerOf(1), bob, "item");
        assertPaid(2, 0.05 ether);
        assertFree(0);
    }

    /// Holds: no bidder burns the gas that the royalty would be read with; its line has the gas of all payments or is skipped.
    function test_WhenABidderBurnsTheGasOfItsLine() public {
        BurningWallet burning = new BurningWallet(bob);
        EarlyERC721 early = new EarlyERC721(carol);
        early.give(alice, 1);
        approveItems(address(early));
        pay.give(address(burning), 10 ether);
        burning.act(address(pay), abi.encodeCall(pay.approve, (address(proxy), 10 ether)));
        Order memory order = criteriaBid(address(early), 3);
        order.key.owner = address(burning);
        Acceptance memory first = acceptance(order, 1);
        Acceptance memory second = acceptance(plainBid(), 1);
        uint256 filled;
        for (uint256 left = 20_000; left <= 600_000; left += 20_000) {
            burning.burnTo(left);
            uint256 snapshot = vm.snapshotState();
            bool[] memory done = acceptPair(first, second);
            vm.assertTrue(done[1], "the other");
            if (done[0]) ++filled;
            vm.assertEq(early.ownerOf(1), done[0] ? address(burning) : alice, "item");
            vm.assertEq(pay.balanceOf(carol), done[0] ? 0.05 ether : 0, "never without its royalty");
            vm.assertEq(pay.balanceOf(address(burning)), done[0] ? 8.975 ether : 10 ether, "paid as a whole");
            vm.revertToState(snapshot);
        }
        vm.assertTrue(filled > 0 && filled < 30, "some of each");
        assertFree(0);
    }

    /// Holds: the receiver's answer is looked at, of both standards.
    function test_RevertWhen_ABidderRefusesItsItem() public {
        Wallet wallet = new Wallet(bob);
        pay.give(address(wallet), 10 ether);
        wallet.act(address(pay), abi.encodeCall(pay.approve, (address(proxy), 10 ether)));
        wallet.refuseItems();
        Order memory order = criteriaBid(address(royal), 3);
        order.key.owner = address(wallet);
        refused(order, 1, abi.encodeWithSelector(IERC721Errors.ERC721InvalidReceiver.selector, wallet));
        (order.key.buyAsset.token, order.key.buyAsset.assetType) = (address(multi), 2);
        refused(order, 7, abi.encodeWithSelector(IERC1155Errors.ERC1155InvalidReceiver.selector, wallet));
        vm.assertEq(pay.balanceOf(address(wallet)), 10 ether, "unpaid");
        vm.assertEq(multi.balanceOf(alice, 7), 100, "kept");
    }

    /// Holds: the item moves before its seller is paid, so that it empties nothing its buyer has paid for.
    function test_WhenASellerEmptiesItsItemAsItIsPaid() public {
        VaultERC721 vault = new VaultERC721(carol);
        Actor seller = new Actor(alice);
        vault.give(address(seller), 1);
        vault.fill{value: 1 ether}(1);
        seller.act(address(vault), abi.encodeCall(nft.setApprovalForAll, (address(proxy), true)));
        seller.arm(address(vault), abi.encodeCall(VaultERC721.empty, (1)));
        Order memory order = aSale(address(vault));
        order.key.owner = address(seller);
        for (uint256 i; i < 2; ++i) {
            uint256 snapshot = vm.snapshotState();
            if (i == 0) order.key.salt |= PRIVATE << 64;
            else order.key.salt = saltOf(5);
            buyBy(order, i == 0 ? signedFor(ALICE_KEY, order, bob) : leafOf(ALICE_KEY, order), 1);
            vm.assertEq(vault.ownerOf(1), bob, "item");
            vm.assertEq(vault.held(1), 1 ether, "full");
            vm.assertEq(carol.balance, 0.05 ether, "royalty");
            vm.assertEq(exchange.claimable(address(seller)), 0.925 ether, "its coin waits");
            assertFree(0.05 ether);
            vm.revertToState(snapshot);
        }
    }
}
